// The page works without this script, but for stepping and the source pane: timelines are lists then.
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

  // lineOf draws the timeline of a view when it is needed: there may be many.
  const lineOf = (v) => {
    if (!v.rows.length) return;
    if (!v.line) v.line = new Timeline(v, $("#" + v.id + " .timeline"), (at) => select(v, at));
    else if (v.line.measure()) v.line.layout();
  };

  const open = (v, focus) => {
    current = v;
    for (const w of views) $("#" + w.id).classList.toggle("shown", w === v);
    for (const a of $$("nav a")) {
      a.setAttribute("aria-current", String(a.dataset.view === v.id));
      if (a.dataset.view === v.id) listAt(a);
    }
    fit();
    lineOf(v);
    select(v, v.at);
    if (focus) ($("#" + v.id + " .rows") ?? $("#" + v.id)).focus({ preventScroll: true });
  };

  // select shows row number at of a view.
  const select = (v, at) => {
    const el = $("#" + v.id);
    if (!v.rows.length) {
      const go = $(".head .go", el);
      if (go) showSource(el, go.dataset.file, +go.dataset.line, +go.dataset.end, true);
      remember(v);
      return;
    }
    at = Math.min(Math.max(at, 0), v.rows.length - 1);
    v.at = at;
    const r = v.rows[at], lane = v.lanes[r.g];
    v.line.reveal(at);
    $(".bar input", el).value = at + 1;
    $(".bar .count b", el).textContent = at + 1;
    const own = $(".own .g", el);
    own.textContent = lane.n;
    own.className = "g h" + lane.h;
    describe(v, el, at);
    showSource(el, r.f, r.l, r.e, r.k === "fail" || r.k === "stuck");
    if (!$(".source", el).dataset.file) { // others run first: show where this will lead to
      const next = v.rows.find((r) => r.f >= 0);
      if (next) { showSource(el, next.f, next.l, next.e, false); for (const l of $$(".line.on", el)) l.classList.remove("on"); }
    }
    remember(v);
  };

  const jump = (v, at, words) => {
    const b = make("button", "", words);
    b.type = "button";
    b.addEventListener("click", () => select(v, at));
    return b;
  };

  // describe says what a step is, what it is ordered with, and what everything is after it.
  const describe = (v, el, at) => {
    const now = $(".now", el), row = v.rows[at], kind = row.k ?? "";
    const name = (i) => v.lanes[v.rows[i].g].n + ": " + v.rows[i].x;
    const g = make("span", "g h" + v.lanes[row.g].h, v.lanes[row.g].n);
    g.title = v.lanes[row.g].t;
    const first = make("p", "first", g, " · step " + (at + 1), row.a ? " · " + row.a : "");
    const parts = [first, make("p", "text " + kind, row.x)];
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
    const known = v.links.some((l) => l.kind === "wants" && l.from === at);
    if (row.s && (kind === "fail" || kind === "stuck" && !known)) parts.push(make("p", "bad", row.s));
    if (v.objects.length) parts.push(states(v, at));
    if (v.line.object >= 0) parts.push(happened(v, at));
    now.replaceChildren(...parts);
    const current = $(".what [aria-current]", now);
    if (current) current.parentElement.scrollTop = current.offsetTop - current.parentElement.offsetTop - 40;
  };

  // states is the table of what every object is after a row.
  const states = (v, at) => {
    const is = v.objects.map((o) => o.At);
    const changed = new Set();
    for (let i = 0; i <= at; i++) for (const c of v.rows[i].c ?? []) {
      if (i === at && is[c.Object] !== c.Text) changed.add(c.Object);
      is[c.Object] = c.Text;
    }
    const body = make("tbody");
    v.objects.forEach((o, k) => {
      const b = make("button", "", o.Name), th = make("th", "", b);
      b.type = "button";
      b.title = "what happens to it";
      b.setAttribute("aria-pressed", String(v.line.object === k));
      b.addEventListener("click", () => { v.line.about(v.line.object === k ? -1 : k); select(v, v.at); });
      th.scope = "row";
      if (o.Kind) th.append(" ", make("small", "", o.Kind));
      body.append(make("tr", changed.has(k) ? "changed" : is[k] ? "" : "none", th, make("td", "", is[k] || "–")));
    });
    const t = make("table", "", body);
    t.setAttribute("aria-label", "State after this step");
    return t;
  };

  // happened lists the steps that are about the object that was chosen, at most near around the step that is shown.
  const near = 100;
  const happened = (v, at) => {
    const k = v.line.object, all = v.line.history(k);
    const here = all.filter((i) => i <= at).length, from = Math.max(0, here - near), list = make("ol");
    for (const i of all.slice(from, here + near)) {
      const r = v.rows[i], after = (r.c ?? []).find((c) => c.Object === k);
      const b = jump(v, i, `${i + 1} · ${v.lanes[r.g].n}: ${r.x}${after ? " → " + after.Text : ""}`), li = make("li", "", b);
      if (i === at) li.setAttribute("aria-current", "true");
      list.append(li);
    }
    const words = `What happens to ${v.objects[k].Name}: ${all.length} step${all.length === 1 ? "" : "s"}`;
    return make("section", "what", make("p", "first", words + (all.length > list.children.length ? `, of which ${list.children.length} near this one` : "")), list);
  };

  // The address has the view and the step, to send to others. It names no element, so the browser does not scroll to one.
  const remember = (v) => {
    try { history.replaceState(null, "", "#" + v.id + "s" + ((v.at ?? 0) + 1)); } catch { /* not everywhere */ }
  };
  const follow = () => {
    const m = /^#(f\d+)(?:s(\d+))?$/.exec(location.hash);
    const v = m && views.find((v) => v.id === m[1]);
    if (v && m[2]) v.at = m[2] - 1;
    return v;
  };

  const steps = {
    first: (v) => v.line.beside(-1, 1), last: (v) => v.line.beside(v.rows.length, -1),
    back: (v) => v.line.beside(v.at, -1), on: (v) => v.line.beside(v.at, 1),
    ownBack: (v) => v.line.own(v.at, -1), ownOn: (v) => v.line.own(v.at, 1),
  };
  const keys = {
    ArrowUp: "back", ArrowLeft: "back", ArrowDown: "on", ArrowRight: "on", Home: "first", End: "last", p: "ownBack", n: "ownOn",
  };
  document.addEventListener("keydown", (e) => {
    if (!current || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
    if (e.target.closest(".source, .outcomes, nav, input, .fold, .what")) return; // these scroll, or have keys of their own
    if (!current.rows.length) return;
    if (keys[e.key]) select(current, steps[keys[e.key]](current));
    else if (e.key === "/") $("#" + current.id + " input[type=search]").focus();
    else return;
    e.preventDefault();
  });

  // finder is the field for a text to find, with how many steps have it.
  const finder = (v, el) => {
    const field = $("input[type=search]", el), hits = $(".hits", el);
    const say = () => {
      const n = v.line.hits.size, k = [...v.line.hits].indexOf(v.at) + 1;
      hits.textContent = !v.line.find ? "" : !n ? "none" : k ? `${k} of ${n}` : `${n}`;
    };
    const go = (by, itself) => {
      const at = v.line.nextHit(v.at, by, itself);
      if (at >= 0) select(v, at);
      say();
    };
    field.addEventListener("input", () => { v.line.search(field.value); go(1, true); });
    field.addEventListener("keydown", (e) => {
      if (e.key === "Enter") go(e.shiftKey ? -1 : 1);
      else if (e.key === "Escape") { field.value = ""; v.line.search(""); say(); $(".rows", el).focus({ preventScroll: true }); }
    });
  };

  // folder are the buttons that fold goroutines away.
  const folder = (v, el) => {
    const chips = $(".chips", el);
    if (!chips) return;
    const word = (text, hidden) => {
      const b = make("button", "word", text);
      b.type = "button";
      b.addEventListener("click", () => set(hidden()));
      chips.append(b);
    };
    const but = (shown) => new Set([...v.lanes.keys()].filter((k) => !shown.has(k)));
    const bad = new Set(v.rows.filter((r) => r.k === "fail" || r.k === "stuck").map((r) => r.g));
    word("all", () => new Set());
    word("this one", () => but(new Set([v.rows[v.at].g])));
    if (bad.size && bad.size < v.lanes.length) word("where it goes wrong", () => but(bad));
    const buttons = v.lanes.map((l, k) => {
      const b = make("button", "h" + l.h, l.n);
      b.type = "button";
      b.title = l.t;
      b.addEventListener("click", () => {
        const hidden = new Set(v.line.hidden);
        if (!hidden.delete(k)) hidden.add(k);
        set(hidden);
      });
      chips.append(b);
      return b;
    });
    const set = (hidden) => {
      v.line.show(hidden);
      buttons.forEach((b, k) => b.setAttribute("aria-pressed", String(!hidden.has(k))));
      const shown = v.lanes.length - hidden.size;
      $(".of", el).textContent = hidden.size ? `${shown} of ${v.lanes.length}` : `${shown}`;
    };
    buttons.forEach((b) => b.setAttribute("aria-pressed", "true"));
  };

  for (const v of views) {
    const el = $("#" + v.id);
    v.at = 0;
    for (const b of $$(".head .go", el)) b.addEventListener("click", () => showSource(el, b.dataset.file, +b.dataset.line, +b.dataset.end, false));
    if (!v.rows.length) continue;
    for (const b of $$(".bar button[data-go]", el)) b.addEventListener("click", () => select(v, steps[b.dataset.go](v)));
    $(".bar input[type=range]", el).addEventListener("input", (e) => select(v, e.target.value - 1));
    finder(v, el);
    folder(v, el);
  }
  for (const a of $$("nav a")) a.addEventListener("click", (e) => {
    e.preventDefault();
    open(views.find((v) => v.id === a.dataset.view), true);
  });
  const onPaper = (yes) => {
    for (const v of views) {
      lineOf(v);
      if (v.line) { v.line.everything = yes; v.line.render(true); }
    }
  };
  addEventListener("beforeprint", () => onPaper(true));
  addEventListener("afterprint", () => onPaper(false));
  addEventListener("hashchange", () => { const v = follow(); if (v) open(v, false); });
  if (views.length) open(follow() ?? views[0], false);
})();
