// The page is complete without this script, which filters the functions.
(() => {
  const $$ = (sel, el = document) => [...el.querySelectorAll(sel)];
  document.documentElement.classList.add("js");
  const filter = document.querySelector(".filter");
  if (!filter) return;
  const text = filter.querySelector("[type=search]"), only = filter.querySelector("[type=checkbox]"), hits = filter.querySelector(".hits");
  const packages = $$("details.package").map((d) => ({ d, open: d.open, name: d.querySelector("summary b").textContent.toLowerCase(), rows: $$("li", d) }));
  const apply = () => {
    const find = text.value.trim().toLowerCase(), asked = find !== "" || only.checked;
    let n = 0;
    for (const p of packages) {
      let some = false;
      for (const r of p.rows) {
        const fits = (p.name + " " + r.textContent.toLowerCase()).includes(find) && (!only.checked || /bad|open/.test(r.dataset.class));
        r.hidden = !fits;
        some ||= fits;
        n += fits;
      }
      p.d.hidden = !some;
      p.d.open = asked ? some : p.open;
    }
    hits.textContent = asked ? `${n} found` : "";
  };
  text.addEventListener("input", apply);
  only.addEventListener("change", apply);
})();
