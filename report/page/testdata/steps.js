"use strict";
// What a user does, and what is on the page then: run by TestBrowser.
(() => {
  const out = [];
  const $ = (sel, el = document) => el.querySelector(sel);
  const $$ = (sel, el = document) => [...el.querySelectorAll(sel)];
  const view = () => $(".view.shown");
  const say = (what) => {
    const v = view(), at = $(".bar .count", v);
    const [n, of] = at ? at.textContent.trim().split(" of ") : ["-", "-"];
    const lines = $$(".source .line.on", v).map((l) => l.dataset.line).join(",");
    out.push(`${what}: ${v.id} step ${n} of ${of}, source ${$(".source h2", v)?.textContent} line ${lines}`);
  };
  const key = (k, el = document.body) => el.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true }));
  const box = (el) => el.getBoundingClientRect();
  const inside = (el, pane) => box(el).top >= box(pane).top - 1 && box(el).bottom <= box(pane).bottom + 1;

  say("begin");
  key("ArrowDown"); say("down");
  key("ArrowRight"); say("right");
  key("ArrowUp"); say("up");
  out.push($$(".now p", view()).map((p) => p.textContent)[2]);
  out.push("state: " + $$(".now tr", view()).map((r) => $("th", r).firstChild.textContent + " " + $("td", r).textContent).join("; "));
  $(".now button", view()).click(); say("jump");
  key("End"); say("end");
  key("ArrowDown"); say("beyond");
  key("Home"); say("home");
  key("ArrowLeft"); say("before");
  $$(".row", view())[5].click(); say("row");
  const slider = $(".bar input", view());
  slider.value = 5;
  slider.dispatchEvent(new Event("input", { bubbles: true })); say("slider");
  $("[data-go=back]", view()).click(); say("button");
  out.push("active: " + $(".rows", view()).getAttribute("aria-activedescendant"));
  out.push("address: " + location.hash);
  $('nav a[data-view="f4"]').click(); say("list");
  out.push("entry: " + $$(".now tr", view()).map((r) => $("th", r).textContent + " " + $("td", r).textContent)[0]);
  key("End"); say("check");
  $(".notes .go", view()).click(); say("place");
  $('nav a[data-view="f5"]').click(); say("undecided");

  const finish = () => {
    out.push("one is shown: " + $$(".view").filter((v) => box(v).height > 0).length);
    const v = view(), rows = $$(".row", v);
    out.push("dots beside their rows: " + $$(".dot", v).every((d, i) =>
      Math.abs(box(d).top + box(d).height / 2 - box(rows[i]).top - box(rows[i]).height / 2) < 1));
    out.push("heads above their lanes: " + $$(".lane", v).every((l) =>
      $$(".lanes span", v).some((h) => Math.abs(box(h).left + box(h).width / 2 - box(l).left - box(l).width / 2) < 2)));
    $('nav a[data-view="f6"]').click();
    const w = view(), all = $$(".row", w), pane = $(".timeline > .scroll", w);
    key("End");
    out.push("long, last row in sight: " + inside(all.at(-1), pane));
    key("Home");
    out.push("long, first row in sight: " + inside(all[0], pane));
    out.push("source line in sight: " + inside($(".source .line.on", w), $(".source", w)));
    const ground = () => getComputedStyle(document.body).backgroundColor;
    const grounds = [ground()];
    for (let i = 0; i < 3; i++) { $("#theme").click(); grounds.push(ground()); }
    out.push("theme: " + grounds.join(", then "));
    out.push("title: " + document.title);
    out.push("in sight without scrolling sideways: " + (document.documentElement.scrollWidth <= innerWidth));
    $("#result").textContent = JSON.stringify(out);
  };
  location.hash = "#f2s4";
  setTimeout(() => {
    say("address followed");
    location.hash = "#f1";
    setTimeout(() => { say("back again"); finish(); }, 200);
  }, 200);
})();
