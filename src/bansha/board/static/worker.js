// Shows the reminders that are pushed to this browser. Its scope is /static/, so it comes between no page and the site.

"use strict";

const zh = (self.navigator.language || "").startsWith("zh");

self.addEventListener("push", (event) => {
  const said = event.data.json();
  event.waitUntil(self.registration.showNotification(said.title, { body: said.body, lang: said.lang, tag: said.path, data: said.path }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const there = new URL(event.notification.data, self.location.origin);
  if (there.origin !== self.location.origin) return;
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => new URL(page.url).pathname === there.pathname);
    return open ? open.focus() : self.clients.openWindow(there.href);
  })());
});

// The browser has ended the subscription; only a page can ask for another.
self.addEventListener("pushsubscriptionchange", (event) => {
  const title = zh ? "这台设备不再收到版杀的提醒" : "This device gets no more reminders from bansha";
  const body = zh ? "点这里重新打开。" : "Turn them on again here.";
  event.waitUntil(self.registration.showNotification(title, { body, data: "/me/#device" }));
});
