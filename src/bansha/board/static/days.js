// 「今天 21:03」, 「昨天 21:03」: times of today and yesterday, by the zone that is shown ([data-times]). The server draws them with their date, which
// stays as their title.

(() => {
  "use strict";

  const words = document.body.dataset;
  const two = (number) => String(number).padStart(2, "0");

  function wall(moment, timeZone) {
    const form = new Intl.DateTimeFormat("en-GB", {
      timeZone, year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23",
    });
    const { year, month, day, hour, minute, second } = Object.fromEntries(form.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    return { date: Date.UTC(year, month - 1, day) / 86400000, time: `${two(hour)}:${two(minute)}`, left: 86400 - hour * 3600 - minute * 60 - second };
  }

  function name(time, zone, today) {
    const { date, time: at } = wall(new Date(time.dateTime), zone);
    const said = { 0: words.today, 1: words.yesterday }[today - date];
    time.dataset.dated ??= time.textContent;
    if (said && !time.dataset.named) {
      time.dataset.named = "1";
      time.title = [time.dataset.dated, time.title].filter(Boolean).join(" · ");
    }
    time.textContent = said ? said.replace("{time}", at) : time.dataset.dated;
  }

  function nameAll() {
    let next = 3600; // an hour that the clocks skip or have twice is no matter then
    for (const part of document.querySelectorAll("[data-times]")) {
      const zone = part.dataset.times, now = wall(new Date(), zone);
      for (const time of part.querySelectorAll("time")) name(time, zone, now.date);
      next = Math.min(next, now.left);
    }
    clearTimeout(nameAll.timer);
    nameAll.timer = setTimeout(nameAll, next * 1000 + 100);
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden) nameAll(); });
  document.addEventListener("placed", nameAll);
  document.addEventListener("arrived", nameAll);
  nameAll();
})();
