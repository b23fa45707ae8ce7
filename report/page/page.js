"use strict";
// The page works without this script, but for stepping and the source pane.
(() => {
  const $ = (sel, el = document) => el.querySelector(sel);
  const $$ = (sel, el = document) => [...el.querySelectorAll(sel)];
  const views = JSON.parse($("#data").textContent);
  document.documentElement.classList.add("js");

  const make = (tag, cls, ...inside) => {
    const e = document.createElement(tag);
    if (cls) e.className = cls;
    e.append(...inside);
    return e;
  };

  // Colours: as the system has them, light, dark. What was chosen is remembered where the browser lets pages do so.
  const themes = ["", "light", "dark"], symbols = ["◐", "☀", "☾"], words = ["as the system has them", "light", "dark"];
  const button = $("#theme");
  const paint = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme;
    const k = Math.max(themes.indexOf(theme), 0);
    button.textContent = symbols[k];
    button.title = "Colours: " + words[k];
    button.setAttribute("aria-label", button.title);
  };
  let theme = "";
  try { theme = localStorage.getItem("calvin-theme") || ""; } catch { /* a page from a file may not */ }
  paint(theme);
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try { localStorage.setItem("calvin-theme", theme); } catch { /* as above */ }
    paint(theme);
  });

  // showSource shows lines of a file in a view's source pane.
  const showSource = (el, file, line, end, fails) => {
    const pane = $(".source", el);
    const from = $(`#files .file[data-file="${file}"]`);
    if (!from) return; // a step of others is nowhere: what was shown stays
    if (pane.dataset.file !== String(file)) {
      pane.replaceChildren(make("h2", "", from.dataset.name), ...[...from.children].map((c) => c.cloneNode(true)));
      pane.dataset.file = file;
    }
    for (const l of $$(".line.on", pane)) l.classList.remove("on", "fail");
    let first = null;
    for (let n = line; n <= end; n++) {
      const l = $(`.line[data-line="${n}"]`, pane);
      if (!l) continue;
      l.classList.add("on");
      if (fails) l.classList.add("fail");
      first ??= l;
    }
    if (!first) return;
    const top = first.offsetTop - pane.offsetTop, room = pane.clientHeight;
    const head = $("h2", pane).offsetHeight;
    if (top - pane.scrollTop < head + 24 || top - pane.scrollTop > room - 60) pane.scrollTop = top - room / 2;
  };

  let current = null; // the view that is shown

  // listAt scrolls the list of findings, and not the page, so that one of them can be seen.
  const listAt = (a) => {
    const list = $("nav ol"), box = list.getBoundingClientRect(), at = a.getBoundingClientRect();
    if (at.top < box.top || at.bottom > Math.min(box.bottom, innerHeight)) list.scrollTop += at.top - box.top - box.height / 3;
    if (at.left < box.left || at.right > box.right) list.scrollLeft += at.left - box.left;
  };

  // fit tells the style sheet where the panes begin, so that they end where the window does.
  const fit = () => {
    const panes = current && $("#" + current.id + " .panes");
    panes?.style.setProperty("--top", panes.offsetTop + "px");
  };
  addEventListener("resize", fit);

  const open = (v, focus) => {
    current = v;
    for (const w of views) $("#" + w.id).classList.toggle("shown", w === v);
    for (const a of $$("nav a")) {
      a.setAttribute("aria-current", String(a.dataset.view === v.id));
      if (a.dataset.view === v.id) listAt(a);
    }
    fit();
    select(v, v.at ?? 0);
    if (focus) ($("#" + v.id + " .rows") ?? $("#" + v.id)).focus({ preventScroll: true });
  };

  // select shows row number at of a view.
  const select = (v, at) => {
    const el = $("#" + v.id), rows = $$(".row", el);
    if (!rows.length) {
      const go = $(".head .go", el);
      if (go) showSource(el, go.dataset.file, +go.dataset.line, +go.dataset.end, true);
      remember(v);
      return;
    }
    at = Math.min(Math.max(at, 0), rows.length - 1);
    v.at = at;
    rows.forEach((r, i) => r.setAttribute("aria-selected", String(i === at)));
    $(".rows", el).setAttribute("aria-activedescendant", rows[at].id);
    keepInSight(el, rows[at]);
    for (const g of $$(".link", el)) g.classList.toggle("on", +g.dataset.from === at || +g.dataset.to === at);
    for (const d of $$(".dot", el)) d.classList.toggle("on", +d.dataset.row === at);
    $(".bar input", el).value = at + 1;
    $(".bar .count b", el).textContent = at + 1;
    const bad = rows[at].matches(".fail, .stuck");
    describe(v, el, rows, at);
    const r = v.rows[at];
    showSource(el, r.f, r.l, r.e, bad);
    if (!$(".source", el).dataset.file) { // others run first: show where this will lead to
      const next = v.rows.find((r) => r.f >= 0);
      if (next) { showSource(el, next.f, next.l, next.e, false); for (const l of $$(".line.on", el)) l.classList.remove("on"); }
    }
    remember(v);
  };

  // keepInSight scrolls the timeline, and not the page, so that a row can be seen.
  const keepInSight = (el, row) => {
    const box = $(".timeline > .scroll", el), head = $(".lanes", el).offsetHeight;
    const top = row.offsetTop + head, h = row.offsetHeight;
    if (top - head < box.scrollTop + h) box.scrollTop = top - head - 2 * h;
    else if (top + h > box.scrollTop + box.clientHeight - h) box.scrollTop = top + 2 * h - box.clientHeight;
  };

  const jump = (v, at, words) => {
    const b = make("button", "", words);
    b.type = "button";
    b.addEventListener("click", () => select(v, at));
    return b;
  };

  // describe says what a step is, what it is ordered with, and what everything is after it.
  const describe = (v, el, rows, at) => {
    const now = $(".now", el), row = rows[at];
    const name = (i) => $(".g [aria-hidden]", rows[i]).textContent + ": " + $("code", rows[i]).textContent;
    const g = $(".g", row).cloneNode(true);
    g.className = "g " + [...$(".g", row).classList].find((c) => /^h\d$/.test(c));
    const first = make("p", "first", g, " · step " + (at + 1), $(".at", row).textContent ? " · " + $(".at", row).textContent : "");
    const kind = ["fail", "stuck", "others"].find((c) => row.classList.contains(c)) ?? "";
    const parts = [first, make("p", "text " + kind, $("code", row).textContent)];
    for (const l of v.links) {
      if (l.kind === "start") continue;
      if (l.kind === "race") {
        if (l.from === at || l.to === at) {
          const o = l.from === at ? l.to : l.from;
          parts.push(make("p", "bad", "not ordered with ", jump(v, o, `${o + 1} · ${name(o)}`)));
        }
      } else if (l.kind === "wants") {
        if (l.from === at) parts.push(make("p", "bad", "held since ", jump(v, l.to, `${l.to + 1} · ${name(l.to)}`)));
        if (l.to === at) parts.push(make("p", "bad", "never given to ", jump(v, l.from, `${l.from + 1} · ${name(l.from)}`)));
      } else if (l.to === at) {
        parts.push(make("p", "", l.from > l.to ? "waits for " : "comes after ", jump(v, l.from, `${l.from + 1} · ${name(l.from)}`)));
      } else if (l.from === at) {
        parts.push(make("p", "", l.from > l.to ? "ends the wait of " : "comes before ", jump(v, l.to, `${l.to + 1} · ${name(l.to)}`)));
      }
    }
    const state = $(".state", row).textContent;
    const known = v.links.some((l) => l.kind === "wants" && l.from === at);
    if (state && (kind === "fail" || kind === "stuck" && !known)) parts.push(make("p", "bad", state));
    const table = states(v, at);
    if (table) parts.push(table);
    now.replaceChildren(...parts);
  };

  // states is the table of what every object is after a row.
  const states = (v, at) => {
    if (!v.objects.length) return null;
    const is = v.objects.map((o) => o.At);
    const changed = new Set();
    for (let i = 0; i <= at; i++) for (const c of v.rows[i].c ?? []) {
      if (i === at && is[c.Object] !== c.Text) changed.add(c.Object);
      is[c.Object] = c.Text;
    }
    const body = make("tbody");
    v.objects.forEach((o, k) => {
      const th = make("th", "", o.Name);
      th.scope = "row";
      if (o.Kind) th.append(" ", make("small", "", o.Kind));
      body.append(make("tr", changed.has(k) ? "changed" : is[k] ? "" : "none", th, make("td", "", is[k] || "–")));
    });
    const t = make("table", "", body);
    t.setAttribute("aria-label", "State after this step");
    return t;
  };

  // The address has the view and the step, to send to others.
  const remember = (v) => {
    try { history.replaceState(null, "", "#" + v.id + (v.at ? "s" + (v.at + 1) : "")); } catch { /* not everywhere */ }
  };
  const follow = () => {
    const m = /^#(f\d+)(?:s(\d+))?$/.exec(location.hash);
    const v = m && views.find((v) => v.id === m[1]);
    if (v && m[2]) v.at = m[2] - 1;
    return v;
  };

  const steps = { first: () => 0, last: (v) => v.rows.length - 1, back: (v) => v.at - 1, on: (v) => v.at + 1 };
  const keys = {
    ArrowUp: "back", ArrowLeft: "back", ArrowDown: "on", ArrowRight: "on", Home: "first", End: "last",
  };
  document.addEventListener("keydown", (e) => {
    if (!current || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
    if (e.target.closest(".source, .outcomes, nav, input")) return; // these scroll, or have keys of their own
    if (keys[e.key] && current.rows.length) {
      e.preventDefault();
      select(current, steps[keys[e.key]](current));
    }
  });

  for (const v of views) {
    const el = $("#" + v.id);
    for (const b of $$(".bar button", el)) b.addEventListener("click", () => select(v, steps[b.dataset.go](v)));
    $(".bar input", el)?.addEventListener("input", (e) => select(v, e.target.value - 1));
    $(".rows", el)?.addEventListener("click", (e) => {
      const r = e.target.closest(".row");
      if (r) select(v, +r.dataset.row);
    });
    for (const b of $$(".head .go", el)) b.addEventListener("click", () => showSource(el, b.dataset.file, +b.dataset.line, +b.dataset.end, false));
  }
  for (const a of $$("nav a")) a.addEventListener("click", (e) => {
    e.preventDefault();
    open(views.find((v) => v.id === a.dataset.view), true);
  });
  addEventListener("hashchange", () => { const v = follow(); if (v) open(v, false); });
  if (views.length) open(follow() ?? views[0], false);
})();
