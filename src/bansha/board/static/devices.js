// Reminders on this device, on /me/: asks the browser for a subscription and puts it into the form, which is sent like any other.

(() => {
  "use strict";

  const place = document.getElementById("device");
  if (!place || !("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  const form = place.querySelector("form[data-subscribe]");
  const refusal = form.querySelector(".refusal");

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const worker = () => navigator.serviceWorker.getRegistration(place.dataset.worker);

  async function fingerprint(endpoint) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
    return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
  }

  // A worker that has just been registered is not there at once.
  function active(registration) {
    const coming = registration.installing || registration.waiting;
    if (registration.active || !coming) return Promise.resolve(registration);
    return new Promise((done) => coming.addEventListener("statechange", () => { if (coming.state === "activated") done(registration); }));
  }

  async function subscribe() {
    if (await Notification.requestPermission() !== "granted") throw new Error(place.dataset.denied);
    try {
      const registration = await active(await navigator.serviceWorker.register(place.dataset.worker));
      const options = { userVisibleOnly: true, applicationServerKey: bytes(place.dataset.key) };
      const old = await registration.pushManager.getSubscription();
      if (old) await old.unsubscribe();  // it may be of a key that the site no longer has
      return (await registration.pushManager.subscribe(options)).toJSON();
    } catch {
      throw new Error(place.dataset.failed);
    }
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    refusal.hidden = true;
    try {
      const { endpoint, keys } = await subscribe();
      form.elements.endpoint.value = endpoint;
      form.elements.p256dh.value = keys.p256dh;
      form.elements.auth.value = keys.auth;
      form.submit();
    } catch (error) {
      refusal.textContent = error.message;
      refusal.hidden = false;
    }
  });

  // Which of the devices is this one? Turned off here, it is turned off in the browser too.
  (async () => {
    const subscription = await (await worker())?.pushManager.getSubscription();
    const row = subscription && place.querySelector(`[data-device="${await fingerprint(subscription.endpoint)}"]`);
    if (row) {
      row.querySelector("small").before(Object.assign(document.createElement("strong"), { textContent: place.dataset.this }), " ");
      row.querySelector("form").addEventListener("submit", () => { subscription.unsubscribe(); });
    }
    form.hidden = Boolean(row);
    place.hidden = false;
  })();
})();
