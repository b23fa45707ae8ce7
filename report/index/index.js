"use strict";
// The page is complete without this script, which filters the functions and sets the colours.
(() => {
  const $$ = (sel, el = document) => [...el.querySelectorAll(sel)];
  document.documentElement.classList.add("js");
  const themes = ["", "light", "dark"], symbols = ["◐", "☀", "☾"], words = ["as the system has them", "light", "dark"];
  const button = document.querySelector("#theme");
  let theme = "";
  try { theme = localStorage.getItem("calvin-theme") || ""; } catch { /* a page from a file may not */ }
  const paint = () => {
    if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme;
    const k = Math.max(themes.indexOf(theme), 0);
    button.textContent = symbols[k];
    button.title = "Colours: " + words[k];
    button.setAttribute("aria-label", button.title);
  };
  paint();
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try { localStorage.setItem("calvin-theme", theme); } catch { /* as above */ }
    paint();
  });

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
