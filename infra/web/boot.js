// Runs before the modules: if one of them does not load, the fallback in index.html is shown at once.
addEventListener("error", () => document.documentElement.classList.add("failed"), true);
addEventListener("unhandledrejection", () => document.documentElement.classList.add("failed"));
