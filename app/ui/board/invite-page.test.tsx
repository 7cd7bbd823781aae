import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { InvitePage, type InvitePageProps } from "./invite-page";

const BOARD: InvitePageProps = {
  id: "board",
  title: "Otto is eighty",
  url: null,
  isSealed: true,
  closed: "sealed",
  isOwner: true,
  settings: { welcome: "", needsApproval: false, isOpen: false, isPaused: false, closesOn: null, openedWith: "" },
  lastDay: "2031-06-14",
  zone: null,
  guests: [
    { id: "tom", name: "Tom", email: "tom@example.org", isEmailConfirmed: true },
    { id: "noor", name: "Noor", email: null, isEmailConfirmed: false },
  ],
  guestPages: { total: 2, page: 1, pages: 1 },
  emptyGuests: 0,
  guestsAtMost: 500,
  hosts: [],
  pieces: { all: 0, guests: 0, waiting: 0, reported: 0 },
};

it("says that guests can join only while they can", () => {
  const draw = (closed: InvitePageProps["closed"]) =>
    renderToStaticMarkup(<InvitePage {...BOARD} isSealed={false} closed={closed} result={undefined} />);
  expect(draw(null)).toContain("can join this board.");
  expect(draw("paused")).toContain("This board is paused");
  expect(draw("over")).toContain("The last day to add something has passed");
  for (const closed of ["paused", "over"] as const) expect(draw(closed)).not.toContain("Anyone with the link");
});

it("names the time zone of the last day if it’s another one", () => {
  const draw = (zone: string | null) =>
    renderToStaticMarkup(<InvitePage {...BOARD} isSealed={false} closed={null} zone={zone} result={undefined} />);
  expect(draw("Berlin time")).toContain("Until the end of that day (Berlin time). If empty,");
  expect(draw(null)).toContain("Until the end of that day. If empty,");
});

it("lists the guests after the link, and before the settings", () => {
  const url = "https://amberkeep.test/join/abc";
  const html = renderToStaticMarkup(
    <InvitePage {...BOARD} url={url} isSealed={false} closed={null} result={undefined} />,
  );
  const titles = [...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title);
  expect(titles).toEqual(["How guests join", "2 guests (up to 500)", "How it works for guests", "Host it together"]);
});

it("leads to the pages of guests that there are", () => {
  const turns = (page: number) =>
    [
      ...renderToStaticMarkup(
        <InvitePage {...BOARD} guestPages={{ total: 120, page, pages: 3 }} result={undefined} />,
      ).matchAll(/href="(\?page=\d+)" rel="(\w+)"/g),
    ].map(([, href, rel]) => [rel, href]);
  expect([1, 2, 3].map(turns)).toEqual([
    [["next", "?page=2"]],
    [
      ["prev", "?page=1"],
      ["next", "?page=3"],
    ],
    [["prev", "?page=2"]],
  ]);
});

it("shows a refusal in the form that was refused only", () => {
  const refused = (intent: string) =>
    renderToStaticMarkup(
      <InvitePage
        {...BOARD}
        isSealed={false}
        closed={null}
        result={{ status: "error", initialValue: { intent }, error: { closesOn: ["Too late."], hostEmail: ["None."] } }}
      />,
    );
  expect(["Too late.", "None."].map((words) => refused("settings").includes(words))).toEqual([true, false]);
  expect(["Too late.", "None."].map((words) => refused("add-host").includes(words))).toEqual([false, true]);
});

it("says which guests left an email to the owner only, as co-hosts get none of them", () => {
  const owner = renderToStaticMarkup(<InvitePage {...BOARD} result={undefined} />);
  expect(owner).toContain("tom@example.org");
  expect(owner).toContain("left no email");
  const guests = BOARD.guests.map((guest) => ({ ...guest, email: null }));
  const coHost = renderToStaticMarkup(<InvitePage {...BOARD} isOwner={false} guests={guests} result={undefined} />);
  expect(coHost).toContain("Tom");
  expect(coHost).not.toContain("left no email");
  expect([owner, coHost].map((html) => html.includes("your own list of recipients"))).toEqual([true, false]);
});
