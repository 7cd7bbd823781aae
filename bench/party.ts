import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import sharp from "sharp";
import { sampleMedia } from "../scripts/seed/sample-media.ts";
import { FormClient } from "../tests/e2e/setup/form-client.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { coreAssignment, residentBytes } from "./harness/cpu.ts";
import { type Installation, startWeb, withInstallation } from "./harness/installation.ts";
import { runProgram } from "./harness/programs.ts";
import { median, percentile } from "./harness/statistics.ts";

export type PartyBoard = { id: string; path: string };

/** A board takes 100 photos, so that 20 guests can add five each. */
const GUESTS_PER_BOARD = 20;
const FULL = { guests: 300, photos: 5, minutes: 10, pixels: 4_000 };
const SHORT = { guests: 4, photos: 2, minutes: 0, pixels: 600 };
/** A guest who is told that many photos arrive right now tries again, as the page asks. */
const ATTEMPTS = 20;
const RETRY_MS = 5_000;
const SAMPLE_MS = 200;

type Times = { pages: number[]; posts: number[]; retries: number; refused: number; heard: number };

/** Row 14: a party adds photos from one IP address, with a wall open on every phone. */
export async function measureParty(bench: Bench): Promise<Measurement> {
  const size = { ...(bench.short ? SHORT : FULL), ...(bench.n && { guests: bench.n }) };
  return withInstallation(bench, {}, async (installation) => {
    const count = Math.ceil(size.guests / GUESTS_PER_BOARD);
    const { env } = installation;
    const boards = await runProgram<PartyBoard[]>(bench, "create-boards", { env, input: count });
    const web = await startWeb(installation);
    const memory: number[] = [];
    const sampler = setInterval(() => memory.push(residentBytes(web.pid)), SAMPLE_MS);
    const photo = await largePhoto(size.pixels);
    const times: Times = { pages: [], posts: [], retries: 0, refused: 0, heard: 0 };
    const spacing = (size.minutes * 60_000) / (size.photos + 1);
    const guest = (index: number) =>
      celebrate(installation.url, boards[Math.floor(index / GUESTS_PER_BOARD)], {
        name: `Guest ${index}`,
        photo,
        photos: size.photos,
        // Guests come one after another, not all in the same second.
        startAfter: (index / size.guests) * spacing,
        spacing,
        times,
      });
    await Promise.all(Array.from({ length: size.guests }, (_, index) => guest(index)));
    clearInterval(sampler);
    const stored = await countPhotos(installation);
    await web.stop();
    const wanted = size.guests * size.photos;
    const lost = wanted - times.refused - stored;
    return {
      cases: wanted,
      failures: { lost: Math.abs(lost), refused: times.refused },
      report: describe(times, { ...size, wanted, stored, memory: Math.max(...memory) }),
    };
  });
}

type Guest = { name: string; photo: File; photos: number; startAfter: number; spacing: number; times: Times };

async function celebrate(url: string, board: PartyBoard | undefined, guest: Guest): Promise<void> {
  const { name, photo, photos, startAfter, spacing, times } = guest;
  if (!board) throw new Error("There is no board for this guest.");
  await pause(startAfter);
  // All phones share the address of the place.
  const client = new FormClient(url, "10.1.2.3");
  await timed(times.pages, () => client.get(board.path));
  const { location = "" } = await client.post(board.path, { name });
  const wall = listen(`${url}${location}/live`, client, times);
  for (let number = 0; number < photos; number += 1) {
    await timed(times.pages, () => client.get(location));
    await timed(times.pages, () => client.get(`${location}/add`));
    await addPhoto(client, `${location}/add`, photo, times);
    await timed(times.pages, () => client.get(`${location}/wall`));
    await pause(spacing);
  }
  wall.abort();
}

async function addPhoto(client: FormClient, path: string, photo: File, times: Times): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { status } = await timed(times.posts, () =>
      client.postFiles(path, { text: "What a night." }, [["photo", photo]]),
    );
    if (status === 303) return;
    if (status !== 503) break;
    times.retries += 1;
    await pause(RETRY_MS);
  }
  times.refused += 1;
}

/** Counts the events that a phone gets. */
function listen(url: string, client: FormClient, times: Times): AbortController {
  const controller = new AbortController();
  const cookie = client
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  fetch(url, { headers: { Cookie: cookie, "X-Forwarded-For": "10.1.2.3" }, signal: controller.signal })
    .then(async ({ body }) => {
      const decoder = new TextDecoder();
      for await (const chunk of body ?? []) {
        times.heard += decoder.decode(chunk).match(/^data: /gm)?.length ?? 0;
      }
    })
    // Ends when the guest leaves.
    .catch(() => undefined);
  return controller;
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}

async function largePhoto(pixels: number): Promise<File> {
  const photo = await sharp(sampleMedia("hills.jpg")).resize(pixels).jpeg({ quality: 88 }).toBuffer();
  return new File([new Uint8Array(photo)], "party.jpg", { type: "image/jpeg" });
}

async function countPhotos({ env }: Installation): Promise<number> {
  const mysql = await createConnection(env.DATABASE_URL ?? "");
  const [rows] = await mysql.query("SELECT COUNT(*) AS photos FROM board_media");
  await mysql.end();
  return Number((rows as { photos: number }[])[0]?.photos);
}

type Party = { guests: number; photos: number; minutes: number; wanted: number; stored: number; memory: number };

function describe({ pages, posts, retries, refused, heard }: Times, party: Party): string {
  const { guests, photos, minutes, wanted, stored, memory } = party;
  const ms = (values: number[]) => `${median(values).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms`;
  return [
    `Row 14, party: ${guests} guests add ${photos} photos each within ${minutes} minutes, from one IP address, ${coreAssignment}`,
    `  photos stored: ${stored} of ${wanted}; refused ${refused}; asked to try again ${retries} times`,
    `  pages: ${ms(pages)} (${pages.length}); adding a photo: ${ms(posts)} (${posts.length})`,
    `  new pieces heard on open walls: ${heard}; memory of the web process at most ${(memory / 1024 ** 2).toFixed(0)} MB`,
    "  good: none lost, pages below 1,000 ms at p99",
  ].join("\n");
}
