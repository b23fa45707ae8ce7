// A Timeline draws the steps of one view: rows, and lanes with dots and arrows beside them. Schedules may have thousands of steps, so
// only what is in sight is drawn. Goroutines can be folded away; stretches of their steps are one row then, which a click opens.
const Timeline = (() => {
  const svgNS = "http://www.w3.org/2000/svg";
  const edge = 10, widest = 34, headed = 22; // left and right of the lanes; the width of a lane at most; with a name at least
  const around = 12; // rows that are drawn above and below those in sight
  const long = 40; // links over more rows are drawn where one of their steps is chosen
  const part = 0.38; // of the width, for the lanes
  const roomy = 350; // what the text of a row takes, in one line

  const make = (tag, cls, ...inside) => {
    const e = document.createElement(tag);
    if (cls) e.className = cls;
    e.append(...inside);
    return e;
  };
  const draw = (tag, attributes) => {
    const e = document.createElementNS(svgNS, tag);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    return e;
  };

  // shape is the path of a dot. The colours repeat after eight lanes, the shapes do not.
  const shape = (k, x, y, r) => {
    switch (k) {
      case 1: return `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
      case 2: return `M${x} ${y - 1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`;
      case 3: return `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.2 * r}h${-2.4 * r}z`;
    }
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  };

  return class {
    constructor(view, el, choose) {
      Object.assign(this, { view, el, choose, at: 0, object: -1, find: "", hits: new Set(), everything: false });
      this.box = el.querySelector(".scroll");
      this.heads = el.querySelector(".lanes");
      this.rows = el.querySelector(".rows");
      this.hidden = new Set(); // lanes
      this.kept = new Set(); // rows of hidden lanes that are shown all the same
      this.box.addEventListener("scroll", () => this.render());
      this.rows.addEventListener("click", (e) => {
        const r = e.target.closest(".row");
        if (r?.dataset.row) this.choose(+r.dataset.row);
        else if (r) this.unfold(+r.dataset.item);
      });
      new ResizeObserver(() => this.measure() && this.layout()).observe(el);
      this.measure();
      this.fold();
    }

    // measure notes the width, and reports whether it is another one.
    measure() {
      const width = this.el.clientWidth || 640; // of one that is not shown
      if (width === this.width) return false;
      this.width = width;
      return true;
    }

    // fold makes the list of what is to be seen: the numbers of rows, and stretches of rows that are not shown.
    fold() {
      this.items = [];
      this.place = []; // of each row
      this.view.rows.forEach((r, i) => {
        if (!this.hidden.has(r.g) || this.kept.has(i)) this.items.push(i);
        else if (Array.isArray(this.items.at(-1))) this.items.at(-1)[1] = i;
        else this.items.push([i, i]);
        this.place.push(this.items.length - 1);
      });
      this.lanes = new Map(); // place of each lane that is shown
      this.view.lanes.forEach((_, k) => { if (!this.hidden.has(k)) this.lanes.set(k, this.lanes.size); });
      this.layout();
    }

    // unfold shows a stretch of rows.
    unfold(item) {
      const [from, to] = this.items[item];
      for (let i = from; i <= to; i++) this.kept.add(i);
      this.fold();
    }

    // show hides lanes, and shows all others.
    show(hidden) {
      this.hidden = hidden;
      this.kept.clear();
      this.kept.add(this.at);
      this.fold();
      this.reveal(this.at);
    }

    // layout computes measures from the width that there is.
    layout() {
      const n = Math.max(this.lanes.size, 1);
      this.lane = Math.min(widest, Math.max(this.width < 480 ? 3 : 4, Math.floor((this.width * part) / n)));
      this.graph = 2 * edge + n * this.lane;
      const narrow = this.width - this.graph < roomy; // rows have two lines
      this.el.classList.toggle("narrow", narrow);
      this.height = narrow ? 46 : 30; // the style sheet has it, too
      this.el.style.setProperty("--at", this.view.rows.reduce((n, r) => Math.max(n, (r.a ?? "").length), 0) + "ch");
      this.size = Math.min(5, Math.max(1.6, this.lane * 0.4));
      this.el.style.setProperty("--graph", this.graph + "px");
      this.el.style.setProperty("--thick", Math.min(2.5, Math.max(1, this.lane / 4)));
      this.el.style.setProperty("--rim", this.size < 3 ? 0.5 : 1.5);
      this.rows.style.height = this.items.length * this.height + "px";
      this.head();
      this.render(true);
    }

    head() {
      this.heads.replaceChildren();
      this.heads.style.paddingLeft = edge + "px";
      if (this.lane < headed) {
        this.heads.append(make("span", "many", `${this.lanes.size} goroutines`));
        return;
      }
      for (const k of this.lanes.keys()) {
        const h = make("span", "h" + this.view.lanes[k].h, this.view.lanes[k].n);
        h.style.width = this.lane + "px";
        this.heads.append(h);
      }
    }

    x(lane) { return edge + this.lanes.get(lane) * this.lane + this.lane / 2; }
    y(row) { return this.place[row] * this.height + this.height / 2; }

    // reveal scrolls the timeline, and not the page, so that a row can be seen.
    reveal(row) {
      if (this.hidden.has(this.view.rows[row].g) && !this.kept.has(row)) {
        this.kept.add(row);
        this.fold();
      }
      this.at = row;
      const h = this.height, head = this.heads.offsetHeight, top = this.place[row] * h;
      if (top < this.box.scrollTop + h) this.box.scrollTop = top - 2 * h;
      else if (top + head + h > this.box.scrollTop + this.box.clientHeight - h) this.box.scrollTop = top + head + 2 * h - this.box.clientHeight;
      this.render();
      this.mark();
    }

    // mark shows which row is chosen, among those that are drawn.
    mark() {
      const id = this.view.id + "step" + (this.at + 1);
      const was = this.rows.querySelector("[aria-selected=true]"), is = this.rows.querySelector("#" + id);
      if (!is || this.drawn !== this.items) { this.render(true); return; }
      was?.setAttribute("aria-selected", "false");
      is.setAttribute("aria-selected", "true");
      this.rows.firstChild.replaceWith(this.picture(this.from, this.to));
      this.rows.setAttribute("aria-activedescendant", id);
    }

    // about marks the rows that are about an object; -1 for none.
    about(object) {
      this.object = object;
      this.render(true);
    }

    // beside is the row that is shown before (by < 0) or after a row.
    beside(row, by) {
      let k = (this.place[row] ?? (by > 0 ? -1 : this.items.length)) + by; // first and last are beside the ends
      while (Array.isArray(this.items[k])) k += by;
      return this.items[k] ?? row;
    }

    render(anew) {
      const h = this.height;
      let from = Math.max(0, Math.floor(this.box.scrollTop / h) - around);
      let to = Math.min(this.items.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / h) + around);
      if (this.everything) [from, to] = [0, this.items.length];
      if (!anew && from >= this.from && to <= this.to) return;
      // What is drawn now will do for some scrolling on.
      [this.from, this.to] = [Math.max(0, from - around), Math.min(this.items.length, to + around)];
      const parts = [this.picture(this.from, this.to)];
      for (let k = this.from; k < this.to; k++) parts.push(this.row(k));
      this.rows.replaceChildren(...parts);
      this.drawn = this.items;
      this.rows.setAttribute("aria-activedescendant", this.view.id + "step" + (this.at + 1));
    }

    row(k) {
      const item = this.items[k];
      if (Array.isArray(item)) {
        const names = [...new Set(this.view.rows.slice(item[0], item[1] + 1).map((r) => this.view.lanes[r.g].n))];
        const of = names.slice(0, 4).join(", ") + (names.length > 4 ? ", …" : "");
        const n = item[1] - item[0] + 1;
        const e = make("div", "row folded", make("span", "", `⋯ ${n} step${n > 1 ? "s" : ""} of ${of}`));
        e.style.top = k * this.height + "px";
        e.dataset.item = k;
        e.setAttribute("role", "option");
        return e;
      }
      const r = this.view.rows[item], lane = this.view.lanes[r.g];
      const name = make("span", "", lane.n), title = make("span", "hear", lane.t + ": ");
      name.setAttribute("aria-hidden", "true");
      const e = make("div", "row " + (r.k ?? ""), make("span", "g h" + lane.h, name, title));
      if (this.view.movers) e.append(make("span", "mover", r.m ?? ""));
      const code = make("code", "", r.x), state = make("span", "state", r.s ?? "");
      code.title = r.x;
      state.title = r.s ?? "";
      e.append(code, state, make("span", "at", r.a ?? ""));
      if (this.touches(item, this.object)) e.classList.add("touches");
      if (this.hits.has(item)) e.classList.add("hit");
      e.id = this.view.id + "step" + (item + 1);
      e.dataset.row = item;
      e.style.top = k * this.height + "px";
      for (const [a, v] of [["role", "option"], ["aria-selected", item === this.at], ["aria-setsize", this.items.length], ["aria-posinset", k + 1]]) e.setAttribute(a, v);
      return e;
    }

    // touches reports whether a row is about an object or changes it.
    touches(row, object) {
      const r = this.view.rows[row];
      return object >= 0 && (r.o === object || (r.c ?? []).some((c) => c.Object === object));
    }

    // picture draws the lanes between two items, with the dots and links there.
    picture(from, to) {
      const top = from * this.height, height = (to - from) * this.height;
      const svg = draw("svg", { class: "graph", width: this.graph, height, viewBox: `0 ${top} ${this.graph} ${height}`, "aria-hidden": "true", focusable: "false" });
      svg.style.top = top + "px";
      const seen = (a, b) => Math.max(this.place[a], this.place[b]) >= from && Math.min(this.place[a], this.place[b]) < to;
      for (const [lane, a, b, waits] of this.view.lines) {
        if (this.hidden.has(lane) || !seen(a, b)) continue;
        const x = this.x(lane);
        svg.append(draw("line", { x1: x, x2: x, y1: this.y(a), y2: this.y(b), class: `lane h${this.view.lanes[lane].h}${waits ? " waits" : ""}` }));
      }
      for (const l of this.view.links) {
        const other = l.kind === "start" ? l.from : l.to;
        if (seen(l.from, other)) this.link(svg, l);
      }
      for (let k = from; k < to; k++) {
        const i = this.items[k];
        if (Array.isArray(i)) continue;
        const r = this.view.rows[i];
        if (this.hidden.has(r.g)) continue;
        const size = this.size + (r.k === "fail" ? 1 : 0) + (i === this.at && this.size < 4 ? 2 : 0);
        const form = this.size < 3 ? 0 : Math.floor(r.g / 8) % 4;
        svg.append(draw("path", { d: shape(form, this.x(r.g), this.y(i), size), class: `dot h${this.view.lanes[r.g].h} ${r.k ?? ""}${i === this.at ? " on" : ""}`, "data-row": i }));
      }
      return svg;
    }

    // link draws an arrow: between two rows, or, if it starts a goroutine or ends a wait, straight across its row.
    link(svg, l) {
      const rows = this.view.rows, start = l.kind === "start";
      const from = rows[l.from].g, to = start ? l.to : rows[l.to].g;
      if (from === to || this.hidden.has(from) || this.hidden.has(to)) return;
      const on = l.from === this.at || (!start && l.to === this.at);
      const across = start || (l.kind === "order" && l.from > l.to);
      if (!on && !across && l.kind === "order" && Math.abs(this.place[l.from] - this.place[l.to]) > long) return;
      const x1 = this.x(from), y1 = this.y(l.from), x2 = this.x(to), y2 = across ? y1 : this.y(l.to);
      const sign = x2 < x1 ? -1 : 1, tip = x2 - sign * this.size, begin = x1 + sign * this.size, middle = (begin + tip) / 2;
      const head = Math.min(6, this.lane), g = draw("g", { class: `link ${l.kind}${on ? " on" : ""}` });
      const end = l.kind === "race" ? tip : tip - sign * head; // a race has no direction
      g.append(draw("path", { d: across ? `M${begin} ${y1}H${end}` : `M${begin} ${y1}C${middle} ${y1} ${middle} ${y2} ${end} ${y2}` }));
      if (l.kind !== "race") g.append(draw("path", { class: "tip", d: `M${tip} ${y2}l${-sign * head} ${-head * 0.65}v${head * 1.3}z` }));
      svg.append(g);
    }

    // search notes the rows in which a text occurs.
    search(text) {
      this.find = text.trim().toLowerCase();
      this.texts ??= this.view.rows.map((r) => [this.view.lanes[r.g].n, r.x, r.s, r.a].join(" ").toLowerCase());
      this.hits = new Set();
      if (this.find) this.texts.forEach((t, i) => { if (t.includes(this.find)) this.hits.add(i); });
      this.render(true);
    }

    // nextHit is the row of a hit before (by < 0) or after a row, or that row itself if it may be; the search begins anew at the ends.
    nextHit(row, by, itself) {
      const all = [...this.hits];
      if (!all.length) return -1;
      if (by > 0) return all.find((i) => i > row || (itself && i === row)) ?? all[0];
      return all.findLast((i) => i < row) ?? all.at(-1);
    }

    // own is the row of the same goroutine before or after a row.
    own(row, by) {
      const { rows } = this.view;
      for (let i = row + by; i >= 0 && i < rows.length; i += by) if (rows[i].g === rows[row].g) return i;
      return row;
    }

    // history are the rows that are about an object.
    history(object) {
      return this.view.rows.map((_, i) => i).filter((i) => this.touches(i, object));
    }
  };
})();
