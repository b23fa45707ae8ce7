"use strict";
// Colours: as the system has them, light, dark. What was chosen is remembered where the browser lets pages do so.
(() => {
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
})();

