// The search of all pages. Its index is a script, since a page that is opened as a file may load no other file.
(function () {
  const form = document.querySelector(".find"), field = form.querySelector("input"), box = form.querySelector("div");
  const root = form.dataset.root + "/", most = 12;
  let places; // parts of pages, each with its heading and its text

  function load() {
    if (places) return;
    places = [];
    const script = document.createElement("script");
    script.src = root + "search/index.js";
    script.onload = () => {
      let page = "";
      for (const { location, title, text } of bcvIndex) {
        if (!location.includes("#")) page = title;
        else places.push({ location, title, page, text, all: [title, page, location, text].join("\n").toLowerCase() });
      }
      show();
    };
    document.head.append(script);
  }

  // rank is how well a part fits words: 0 if it lacks one; headings count more than text, and the reference of the
  // commands more for a flag, pages that repeat others less.
  function rank(place, words) {
    const title = place.title.toLowerCase(), page = place.page.toLowerCase();
    const fits = words.map((w) => {
      if (!place.all.includes(w)) return 0;
      const flag = w.startsWith("-") && place.location.includes("commands");
      return 1 + 4 * title.includes(w) + 4 * title.startsWith(w) + 2 * page.includes(w) + 3 * flag;
    });
    const last = /^(gallery|CHANGELOG)/.test(place.location) ? -0.5 : 0;
    return fits.includes(0) ? 0 : fits.reduce((a, b) => a + b, title === words.join(" ") ? 20 : last);
  }

  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = places.map((place) => ({ place, fit: rank(place, words) })).filter((f) => f.fit > 0);
    found.sort((a, b) => b.fit - a.fit);
    box.hidden = words.length === 0;
    box.querySelector("p").textContent = found.length > most ? `${found.length} places, the first ${most} are shown` : `${found.length} places`;
    box.querySelector("ol").replaceChildren(...found.slice(0, most).map(({ place }) => {
      const item = document.createElement("li"), link = document.createElement("a");
      const at = Math.max(0, place.text.toLowerCase().indexOf(words[0]) - 40);
      link.href = root + place.location;
      link.textContent = place.title === place.page ? place.title : `${place.page}: ${place.title}`;
      item.append(link, " ", (at > 0 ? "… " : "") + place.text.slice(at, at + 120) + " …");
      return item;
    }));
  }

  field.addEventListener("focus", load);
  field.addEventListener("input", show);
  form.addEventListener("focusout", (e) => { box.hidden ||= !form.contains(e.relatedTarget); });
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    box.querySelector("a")?.click();
    box.hidden = true;
  });
  form.addEventListener("keydown", (e) => {
    const stops = [field, ...box.querySelectorAll("a")], step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (e.key === "Escape") field.value = "";
    else if (!step) return;
    e.preventDefault();
    (step ? stops[stops.indexOf(document.activeElement) + step] : field)?.focus();
    if (!step) show();
  });
})();
