// What makes the pages livelier. Every page works without this file; nothing here decides anything. Where parts of a page have been replaced
// (sending.js), "placed" is heard, and what binds to elements binds anew.
//
// Kept in localStorage under the reader's name: drafts by thread ("draft:…") and the last floor read ("read:…"). Logging out forgets both.

(() => {
  "use strict";

  const zh = document.documentElement.lang.startsWith("zh");
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // ---- keeping ----

  const reader = () => document.body.dataset.reader || "";
  const kept = {
    get(kind, key) { try { return localStorage.getItem(`${kind}:${reader()}:${key}`); } catch { return null; } },
    set(kind, key, value) { try { localStorage.setItem(`${kind}:${reader()}:${key}`, value); } catch { /* full or forbidden: nothing is lost but comfort */ } },
    drop(kind, key) { try { localStorage.removeItem(`${kind}:${reader()}:${key}`); } catch { /* as above */ } },
    forget() {
      try { for (const key of Object.keys(localStorage)) if (/^(draft|sent|read):/.test(key)) localStorage.removeItem(key); } catch { /* as above */ }
    },
  };
  document.addEventListener("submit", (event) => { if (event.target.matches("[data-leaving]")) kept.forget(); });

  // ---- countdowns ----

  const two = (number) => String(number).padStart(2, "0");
  function ahead(seconds) {
    const days = Math.floor(seconds / 86400), hours = Math.floor(seconds / 3600) % 24, minutes = Math.floor(seconds / 60) % 60;
    if (seconds < 600) return `${minutes}:${two(Math.floor(seconds) % 60)}`;
    const parts = zh
      ? [days && `${days} 天`, hours && `${hours} 小时`, !days && `${minutes} 分`]
      : [days && `${days} d`, hours && `${hours} h`, !days && `${minutes} min`];
    return parts.filter(Boolean).join(" ");
  }
  let overdue = false;
  function count() {
    let next = 30000;
    for (const time of all("time[data-countdown]")) {
      const left = (new Date(time.dateTime) - Date.now()) / 1000;
      const begins = "begins" in time.dataset;
      if (left <= 0) {
        time.textContent = zh ? "时间到" : "time is up";
        if (!overdue && time.closest(".band")) { overdue = true; setTimeout(refresh, 1500 + Math.random() * 1500); }
        continue;
      }
      time.textContent = zh ? (begins ? `还有 ${ahead(left)}` : `剩 ${ahead(left)}`) : (begins ? `in ${ahead(left)}` : `${ahead(left)} left`);
      time.classList.toggle("soon", !begins && left <= 3600 && time.classList.contains("left"));
      if (left < 610) next = 1000 - (Date.now() % 1000) + 5;
    }
    clearTimeout(count.timer);
    count.timer = setTimeout(count, next);
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) count(); });

  // The band again, when a phase has ended and no stream tells of it.
  let tries = 0;
  async function refresh() {
    if (one("[data-live]") && streaming) return;
    try {
      const answer = await fetch(location.href, { headers: { "X-Requested-With": "fetch" } });
      if (answer.ok) newBand(await answer.text());
    } catch { /* offline: the next try or a reload will do */ }
    overdue = false;
    if (++tries < 20) setTimeout(count, 3000 * tries);
  }
  function newBand(html) {
    const fresh = one(".band", new DOMParser().parseFromString(html, "text/html")), band = one(".band");
    if (!fresh || !band) return;
    if (one("time.left", fresh)?.dateTime !== one("time.left", band)?.dateTime) { overdue = false; tries = 0; }
    band.replaceWith(fresh);
    bindBand();
  }
  function bindBand() {
    count();
    ownClock();
    showRead();
  }

  // ---- the reader's own clock: visitors have told no zone, and an account begins with the browser's ----

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  for (const field of all("input[data-own-zone]")) field.value = zone;
  function clock(moment, timeZone) {
    const parts = new Intl.DateTimeFormat("en-GB", { timeZone, month: zh ? "numeric" : "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const { month, day, hour, minute } = Object.fromEntries(parts.formatToParts(moment).map((part) => [part.type, part.value]));
    return zh ? `${Number(month)}月${Number(day)}日 ${hour}:${minute}` : `${month} ${Number(day)}, ${hour}:${minute}`;
  }
  function ownClock() {
    const until = one(".band [data-zone]"), moment = new Date(one(".band time.left")?.dateTime || NaN);
    if (!until || !zone || isNaN(moment)) return;
    const here = clock(moment, zone);
    if (here === clock(moment, until.dataset.zone)) return;
    const line = document.createElement("span");
    line.textContent = fill(until.dataset.here, { time: here });
    until.append(line);
  }

  // ---- what has been read ----

  const floorOf = (post) => Number(post.dataset.floor);
  let posts, key, seen;
  let read = 0;
  function showRead() {
    const place = one(".band [data-read]");
    if (!place || !key || !read) return;
    place.textContent = fill(place.dataset.read, { floor: read }) + (place.nextSibling?.textContent.trim() ? " · " : "");
    place.hidden = false;
  }
  function bindPosts() {
    seen?.disconnect();
    posts = one("#posts[data-thread]");
    key = posts?.dataset.thread;
    if (!posts) return;
    read = Number(kept.get("read", key)) || 0;
    const hint = one("[data-unread]");
    const shown = all(".post", posts).map(floorOf);
    if (hint && read && read < Number(posts.dataset.end) && !location.hash && !shown.includes(read + 1)) {
      const link = document.createElement("a");
      link.href = `?floor=${read + 1}`;
      link.textContent = fill(hint.dataset.unread, { floor: read });
      hint.append(link);
      hint.hidden = false;
    } else if (read && !location.hash && shown.includes(read + 1)) {
      one(`#f${read + 1}`)?.classList.add("here");
    }
    seen = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) read = Math.max(read, floorOf(entry.target.closest(".post")));
      kept.set("read", key, read);
      showRead();
    }, { threshold: 0 });
    const watch = (post) => seen.observe(one(".text", post) || post);
    if (!new URLSearchParams(location.search).has("by")) all(".post", posts).forEach(watch);
    posts.addEventListener("arrived", (event) => watch(event.detail));
  }
  for (const line of all("li[data-thread]")) {
    const last = Number(kept.get("read", line.dataset.thread)) || 0, end = Number(line.dataset.end), place = one("[data-unread]", line);
    if (last && end > last) { place.textContent = fill(place.dataset.unread, { count: end - last }); place.hidden = false; }
  }

  // ---- new posts ----

  let streaming = false, stream;
  function follow() {
    stream?.close();
    streaming = false;
    stream = null;
    if (!posts?.dataset.live || !("EventSource" in window)) return;
    stream = new EventSource(`${posts.dataset.live}?after=${posts.dataset.end}`);
    stream.addEventListener("open", () => { streaming = true; });
    stream.addEventListener("error", () => { streaming = false; });
    stream.addEventListener("post", (event) => arrive(event.data));
    stream.addEventListener("phase", (event) => newBand(event.data));
  }
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", (event) => { if (event.persisted && stream) location.reload(); });
  function arrive(html) {
    const post = one(".post", new DOMParser().parseFromString(html, "text/html"));
    if (!post || document.getElementById(post.id)) return;
    post.classList.add("new");
    posts.append(post);
    one("[data-silence]")?.remove();
    posts.dataset.end = post.dataset.floor;
    posts.dispatchEvent(new CustomEvent("arrived", { detail: post, bubbles: true }));
    const more = one("#more"), box = post.getBoundingClientRect();
    if (more && box.top > innerHeight) {
      const link = document.createElement("a");
      link.href = `#${post.id}`;
      link.textContent = fill(more.dataset.more, { floor: post.dataset.floor });
      more.replaceChildren(link);
      more.hidden = false;
      link.addEventListener("click", () => { more.hidden = true; });
    }
  }

  // ---- writing: drafts, preview, one-tap quote ----

  function bindWriting() {
    const form = one("form[data-draft]");
    if (!form || !key) return;
    const text = one("textarea", form), saved = one("[data-saved]", form);
    const arrived = /^#f\d+$/.test(location.hash); // a post that was taken leads to its floor; a refusal, an end of the session, a fault do not
    if (arrived && kept.get("sent", key) === kept.get("draft", key)) kept.drop("draft", key);
    kept.drop("sent", key);
    if (!text.value) text.value = kept.get("draft", key) || "";
    let timer;
    text.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (text.value) kept.set("draft", key, text.value); else kept.drop("draft", key);
        saved.textContent = text.value ? saved.dataset.saved : "";
      }, 300);
    });
    form.addEventListener("submit", async (event) => {
      if (event.submitter?.name !== "preview") {
        clearTimeout(timer);
        kept.set("draft", key, text.value);
        kept.set("sent", key, text.value);
        return;
      }
      event.preventDefault();
      const data = new FormData(form, event.submitter);
      try {
        const answer = await fetch(form.action, { method: "POST", body: data, headers: { "X-Fragment": "1" } });
        if (answer.ok) showPreview(await answer.text()); else plainly(event.submitter);
      } catch { form.dispatchEvent(new Event("unreached", { bubbles: true })); }
    });
    form.addEventListener("unsent", () => kept.drop("sent", key));
    const plainly = (button) => { const field = document.createElement("input"); field.type = "hidden"; field.name = button.name; field.value = "1"; form.append(field); form.submit(); };
    const showPreview = (html) => {
      let place = one(".preview", form);
      if (!place) {
        place = document.createElement("div");
        place.className = "preview";
        place.setAttribute("role", "status");
        form.querySelector("h2").after(place);
      }
      const body = document.createElement("div");
      body.className = "text";
      body.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes); // the server's own markup: escaped there
      place.replaceChildren(body);
      place.scrollIntoView({ block: "nearest" });
    };
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-quote]"), form = one("form[data-draft]");
    if (!link || !form || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    one("input[name=quote]", form).value = link.dataset.quote;
    one("#write").scrollIntoView({ block: "start" });
    one("textarea", form).focus();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-vote]"), choice = one("form[data-ballot] select[name=target]");
    if (!link || !choice || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choice.value = link.dataset.vote;
    one("#write").scrollIntoView({ block: "start" });
    one("form[data-ballot] input[name=reason]").focus();
  });

  // ---- keyboard ----

  function current() {
    const floors = all(".post");
    const focused = document.activeElement?.closest?.(".post");
    if (focused) return [floors, floors.indexOf(focused)];
    const top = (one(".band")?.getBoundingClientRect().bottom || 0) + 8;
    return [floors, floors.findIndex((post) => post.getBoundingClientRect().bottom > top) - 0.5];
  }
  function step(by) {
    const [floors, at] = current();
    const next = floors[by > 0 ? Math.floor(at) + 1 : Math.ceil(at) - 1];
    if (next) { next.focus({ preventScroll: true }); next.scrollIntoView({ block: "start" }); }
  }
  const here = () => { const [floors, at] = current(); return floors[Math.ceil(at)]; };
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    r: () => one("form[data-draft] textarea")?.focus(),
    q: () => one("[data-quote]", here() || document)?.click(),
    v: () => (one("[data-vote]", here() || document) || one("form[data-ballot] select"))?.[one("[data-vote]", here() || document) ? "click" : "focus"](),
    "?": () => one("dialog#keys")?.showModal(),
  };
  function bindKeys() {
    const hint = one("[data-keys]");
    if (!hint || !matchMedia("(hover: hover)").matches) return; // where there is a keyboard to speak of
    hint.hidden = false;
    hint.addEventListener("click", keys["?"]);
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || one("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (!one(".post") || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  // ---- at first, and whenever parts have been replaced ----

  function bind() {
    overdue = false;
    tries = 0;
    bindPosts();
    bindBand();
    follow();
    bindWriting();
    bindKeys();
  }
  document.addEventListener("placed", bind);
  bind();
})();
