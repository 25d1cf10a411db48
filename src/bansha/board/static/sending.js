// Forms of a page that stays (main[data-stays]) are sent without loading it again: what the answer changes is put into its place.
// A form that leads to another page, and every form where this file is not run, goes the plain way.
//
// The other scripts hear of it by two events: "placed" on the document, "unsent" on a form that was not taken, as far as anybody knows.

(() => {
  "use strict";

  const PARTS = ["header.site", ".band", ".places", "main"];
  const WRITTEN = "main textarea, main input:not([type])";
  const PATIENCE = 60000; // milliseconds
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
  const inMain = (form) => Boolean(form.closest("main[data-stays]")) && new URL(form.action).pathname === location.pathname;

  let sending = false;
  let shown = location.pathname + location.search; // the address of what stands on the page

  // One press, one post. Before all others: what is not sent is not noted down as sent either.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || !(inMain(form) ? sending : form.dataset.busy)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (inMain(form) && "submitter" in event) {
      event.preventDefault();
      send(form, event.submitter);
    } else {
      form.dataset.busy = "1";
      setTimeout(() => { delete form.dataset.busy; }, 4000);
    }
  });

  document.addEventListener("unreached", (event) => tell(event.target)); // a preview

  async function send(form, button) {
    sending = true;
    form.setAttribute("aria-busy", "true");
    one("[data-told]", form)?.remove();
    const body = new FormData(form);
    if (button?.name) body.append(button.name, button.value);
    try {
      const [answer, html] = await asked(form.action, { method: "POST", body, headers: { "X-In-Place": "1" } });
      if (answer) await take(form, answer, html); else tell(form);
    } finally {
      form.removeAttribute("aria-busy");
      sending = false;
    }
  }

  // The answer and what it says, or nothing if none came.
  async function asked(address, options = {}) {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout?.(PATIENCE), ...options });
      return [answer, await answer.text()];
    } catch {
      return [null, ""];
    }
  }

  // Where it was taken, the answer says where to go on (board/in_place.py); otherwise it is the page again, with the refusal.
  async function take(form, answer, html) {
    const to = answer.headers.get("X-Goes-To");
    if (to) {
      const address = new URL(to, location.href);
      const [there, text] = address.pathname === location.pathname ? await asked(address) : [];
      if (there?.ok) place(parsed(text), address, form); else go(address);
      return;
    }
    const page = parsed(html);
    const why = all(".error h1, .error p:not(.code, .actions)", page).map((line) => line.textContent.trim()).join(" ");
    if (one("main", page) && !why) place(page, new URL(form.action), form); else tell(form, why);
  }

  function go(address) {
    if (address.pathname + address.search !== location.pathname + location.search) { location.assign(address); return; }
    history.replaceState(null, "", address);
    location.reload();
  }

  function place(page, address, form) {
    const top = scrollY;
    const writing = carry(form, page);
    for (const part of PARTS) if (one(part) && one(part, page)) one(part).replaceWith(one(part, page));
    document.title = page.title;
    document.body.dataset.reader = page.body.dataset.reader;
    if (address.href !== location.href) history.pushState(null, "", address);
    shown = address.pathname + address.search;
    document.dispatchEvent(new Event("placed"));
    scrollTo(0, top);
    if (writing) writing.focus({ preventScroll: true }); else show(target(address.hash));
  }

  // What the reader has written into other forms goes with him. Returns the field that he is writing in.
  function carry(form, page) {
    const called = (field) => [field.form?.elements.do?.value, field.form?.elements.act?.value, field.name].join(" ");
    const fresh = all(WRITTEN, page);
    let writing = null;
    for (const field of all(WRITTEN)) {
      if (field.form === form || field.value === field.defaultValue) continue;
      const other = fresh.find((each) => called(each) === called(field));
      if (!other) continue;
      other.value = field.value;
      if (field !== document.activeElement) continue;
      writing = other;
      other.setSelectionRange(field.selectionStart, field.selectionEnd);
    }
    return writing;
  }

  // The refusal if there is one, else what is new: the post, the note, the answer, the message.
  function target(hash) {
    const note = ["#write", "#notes"].includes(hash) && one("main .notes > li:last-child");
    const place = hash && document.getElementById(hash.slice(1));
    return one("main .refusal:not([hidden])") || note || place || one("main > .notice[role=status]") || one("main");
  }

  function show(part) {
    if (part.matches(".post")) part.classList.add("here"); // the address was changed without going there: it has no :target
    if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
    part.focus({ preventScroll: true });
    if (!part.matches("main")) part.scrollIntoView({ block: "nearest" });
  }

  // Nothing has come of it, or nobody knows whether anything has: the page stays as it is.
  function tell(form, why = "") {
    form.dispatchEvent(new Event("unsent"));
    one("[data-told]", form)?.remove();
    const line = Object.assign(document.createElement("p"), { className: "refusal", textContent: why || form.closest("main").dataset.stays });
    line.setAttribute("role", "alert");
    line.dataset.told = "";
    form.prepend(line);
    show(line);
  }

  // Back, or on, to an address whose page is not the one that stands here.
  addEventListener("popstate", () => { if (location.pathname + location.search !== shown) location.reload(); });
})();
