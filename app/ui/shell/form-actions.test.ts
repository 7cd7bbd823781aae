import { expect, it } from "vitest";
import { nameFormActions } from "./form-actions";
import { START_SCRIPTS } from "./start-scripts";

const url = (path: string) => new URL(path, "https://amberkeep.localhost");

it("names the page, with its query, in posting forms without an action", () => {
  const html = '<form method="post" id="a"><form method="post" action="/b"><form role="search" class="c">';
  expect(nameFormActions(html, url("/auth?mode=signup&redirectTo=%2Fcreate"))).toBe(
    '<form data-here action="/auth?mode=signup&amp;redirectTo=%2Fcreate" method="post" id="a"><form method="post" action="/b"><form role="search" class="c">',
  );
});

it("leaves forms alone where there is no query", () => {
  expect(nameFormActions('<form method="post">', url("/contact"))).toBe('<form method="post">');
});

it("cannot be used to add markup", () => {
  const named = nameFormActions('<form method="post">', url('/auth?mode="><script>$&</script>'));
  expect(named).not.toMatch(/<script|\$&(?!amp;)/);
});

it("removes the names again once scripts run, on pages that have both", () => {
  const page = (form: string) => `${form}<script>${START_SCRIPTS}</script>`;
  const named = nameFormActions(page('<form method="post">'), url("/create?type=photo"));
  expect(named).toContain('removeAttribute("action")');
  const plain = page('<form method="post" action="/b">');
  expect(nameFormActions(plain, url("/create?type=photo"))).toBe(plain);
});
