/* Names the search fields of Django's chooser of many rows: its icon has a label, which no element without a role may have. */
"use strict";

window.addEventListener("load", () => {
    for (const icon of document.querySelectorAll(".selector .search-label-icon")) icon.setAttribute("role", "img");
});
