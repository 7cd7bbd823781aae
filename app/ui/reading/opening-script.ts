import { plainDigits } from "~/domain/codes/plain-digits";

/** For the code and for the first opening, whose pages run no React and are complete without this. */
const CELLS = 6;

function drawCells(input: HTMLInputElement): void {
  const { form } = input;
  if (!form || !("requestSubmit" in form)) return;
  const cells = Array.from({ length: CELLS }, () => document.createElement("span"));
  const row = document.createElement("div");
  row.className = "code-cells";
  row.setAttribute("aria-hidden", "true");
  row.append(...cells);
  const box = document.createElement("div");
  box.className = "code-in-cells";
  input.replaceWith(box);
  box.append(row, input);
  const show = () => {
    const digits = plainDigits(input.value).replace(/\D/g, "").slice(0, CELLS);
    const isFocused = document.activeElement === input;
    for (const [index, cell] of cells.entries()) {
      cell.textContent = digits[index] ?? "";
      cell.toggleAttribute("data-next", isFocused && index === Math.min(digits.length, CELLS - 1));
    }
    return digits;
  };
  let isSent = false;
  input.addEventListener("input", () => {
    const digits = show();
    if (digits.length < CELLS || isSent) return;
    isSent = true;
    input.value = digits;
    form.requestSubmit();
  });
  for (const event of ["focus", "blur"]) input.addEventListener(event, show);
  // Back from the letter, the browser shows the page as it was left.
  addEventListener("pageshow", () => {
    isSent = false;
    show();
  });
  // Keeps the button if the code was typed before this script ran.
  if (show().length < CELLS) form.dataset.cells = "";
  input.focus();
}

/** Any click or key ends the animation. */
function allowSkipping(moment: HTMLElement): void {
  const end = () => moment.remove();
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, end, { once: true });
}

for (const input of document.querySelectorAll<HTMLInputElement>("input.control-code")) drawCells(input);
for (const moment of document.querySelectorAll<HTMLElement>(".opening-moment")) allowSkipping(moment);
