import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { wallData } from "~/domain/board/wall-data";
import { WallPage } from "./wall-page";

function rendered(query: string) {
  const wall = wallData([], new URLSearchParams(query));
  return renderToStaticMarkup(<WallPage title="Otto is eighty" hostName="Anna" wall={wall} isLive arrived={0} />);
}

it("refreshes itself without script until the reader stops it", () => {
  const refreshing = rendered("by=author");
  expect(refreshing).toContain('http-equiv="refresh"');
  expect(refreshing).toContain('<a href="?by=author&amp;still=">Stop refreshing this page</a>');
  const still = rendered("by=author&still");
  expect(still).not.toContain('http-equiv="refresh"');
  expect(still).toContain('<a href="?by=author">Show new pieces by themselves</a>');
});
