import { createSubscriptionCheck } from "./subscription-check";

/** Updates the page of the plans when a plan is bought in another tab. The page works without this script. */
const form = document.querySelector<HTMLFormElement>("form[data-plan]");
const { plan: planId = "", limit = "" } = form?.dataset ?? {};

let isSent = false;

const { check, forget } = createSubscriptionCheck(
  { planId, vaultLimit: Number(limit) },
  {
    storage: sessionStorage,
    now: Date.now,
    ask: async () => {
      const response = await fetch("/check-subscription").catch(() => undefined);
      return response?.ok ? response.json() : undefined;
    },
    onChange: () => {
      if (isSent) return;
      forget();
      location.reload();
    },
  },
);

if (form) {
  const announce = document.createElement("p");
  announce.setAttribute("role", "status");
  announce.className = "small";
  form.append(announce);
  form.addEventListener("submit", () => {
    forget();
    isSent = true;
    announce.textContent = "Redirecting to checkout";
  });
  addEventListener("pageshow", (event) => {
    announce.textContent = "";
    isSent = false;
    if (event.persisted) forget();
  });
  document.addEventListener("visibilitychange", () => document.hidden || check());
  addEventListener("focus", check);
}
