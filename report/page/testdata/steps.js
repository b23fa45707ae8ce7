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
  $('.row[data-row="5"]', view()).click(); say("row");
  const slider = $(".bar input", view());
  slider.value = 5;
  slider.dispatchEvent(new Event("input", { bubbles: true })); say("slider");
  $("[data-go=back]", view()).click(); say("button");
  out.push("active: " + $(".rows", view()).getAttribute("aria-activedescendant"));
  out.push("address: " + location.hash);
  key("n"); say("next of its goroutine");
  key("p"); key("p"); say("before of its goroutine");
  const object = () => $(".now th button", view());
  object().click();
  out.push("object: " + $$(".now .what p, .now .what li", view()).map((p) => p.textContent).join("; "));
  out.push("its rows: " + $$(".row.touches", view()).map((r) => +r.dataset.row + 1).join(","));
  $(".now .what li:last-child button", view()).click(); say("of the object");
  object().click();
  out.push("no object: " + $$(".now .what", view()).length);
  const field = $("input[type=search]", view());
  const type = (text) => { field.value = text; field.dispatchEvent(new Event("input", { bubbles: true })); };
  const enter = (shiftKey) => field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", shiftKey, bubbles: true }));
  const hits = () => $(".hits", view()).textContent;
  type("MU.lock"); say("find: " + hits());
  enter(false); say("enter: " + hits());
  enter(false); say("enter: " + hits());
  enter(true); say("shift enter: " + hits());
  type("nowhere"); say("not found: " + hits());
  type("");
  $('nav a[data-view="f4"]').click(); say("list");
  out.push("entry: " + $$(".now tr", view()).map((r) => $("th", r).textContent + " " + $("td", r).textContent)[0]);
  key("End"); say("check");
  $(".notes .go", view()).click(); say("place");
  $('nav a[data-view="f5"]').click(); say("undecided");

  const finish = () => {
    out.push("one is shown: " + $$(".view").filter((v) => box(v).height > 0).length);
    const v = view(), rows = $$(".row", v);
    out.push("dots beside their rows: " + $$(".dot", v).every((d, i) =>
      Math.abs(box(d).top + box(d).height / 2 - box(rows[i]).top - box(rows[i]).height / 2) < 1) + ", " + $$(".dot", v).length);
    out.push("heads above their lanes: " + $$(".lane", v).every((l) =>
      $$(".lanes span", v).some((h) => Math.abs(box(h).left + box(h).width / 2 - box(l).left - box(l).width / 2) < 2)));
    $('nav a[data-view="f6"]').click();
    const w = view(), pane = $(".timeline > .scroll", w), row = (n) => $(`.row[data-row="${n}"]`, w);
    key("End");
    out.push("long, last row in sight: " + inside(row(9999), pane));
    out.push("few rows are drawn: " + ($$(".row", w).length < 200));
    key("Home");
    out.push("long, first row in sight: " + inside(row(0), pane));
    const began = performance.now();
    for (let i = 0; i < 50; i++) key("ArrowDown");
    out.push("quick: " + (performance.now() - began < 5000));
    key("Home");
    const fold = (text) => $$(".chips button", w).find((b) => b.textContent === text).click();
    const items = () => $$(".row", w).slice(0, 4).map((r) => r.textContent).join(" | ");
    fold("this one");
    out.push("folded: " + items() + "; " + $(".fold summary", w).textContent + "; lanes " + $$(".lanes span", w).length);
    key("End"); say("to the last that is shown");
    key("Home");
    key("ArrowDown"); say("on to the next that is shown");
    $$(".row.folded", w)[0].click();
    out.push("unfolded: " + $$(".row", w).slice(0, 3).map((r) => r.dataset.row).join(","));
    fold("G3");
    out.push("and G3: " + items());
    fold("all");
    out.push("all: " + $(".fold summary", w).textContent);
    key("Home");
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
    out.push("scrolled to: " + scrollY);
    location.hash = "#f1";
    setTimeout(() => { say("back again"); out.push("scrolled to: " + scrollY); finish(); }, 200);
  }, 200);
})();
