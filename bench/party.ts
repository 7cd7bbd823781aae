import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import sharp from "sharp";
import { sampleMedia } from "../scripts/seed/sample-media.ts";
import { FormClient } from "../tests/e2e/setup/form-client.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { residentBytes } from "./harness/cpu.ts";
import { type Installation, startWeb, withInstallation } from "./harness/installation.ts";
import { runProgram } from "./harness/programs.ts";
import { median, percentile } from "./harness/statistics.ts";

export type PartyBoard = { id: string; path: string };

/** A board takes 100 photos, so that 20 guests can add five each. */
const GUESTS_PER_BOARD = 20;
const FULL = { guests: 300, photos: 5, minutes: 10, pixels: 4_000 };
const SHORT = { guests: 4, photos: 2, minutes: 0, pixels: 600 };
/** A guest who is told that too many photos are arriving tries again, as the page asks. */
const ATTEMPTS = 20;
const RETRY_MS = 5_000;
const SAMPLE_MS = 200;

/** `late`: from the response to the guest who added a photo until a phone shows it. */
type Times = {
  pages: number[];
  posts: number[];
  retries: number;
  refused: number;
  /** How many refused uploads ended with each status; 0 for a broken connection. */
  statuses: Record<number, number>;
  late: number[];
  walls: number;
};
/** When each photo was on its board, by its words. */
const addedAt = new Map<string, number>();

/** Row 14: a party adds photos from one IP address, with a wall open on every phone. */
export async function measureParty(bench: Bench): Promise<Measurement> {
  const size = sizeOf(bench);
  return withInstallation(bench, {}, async (installation) => {
    const count = Math.ceil(size.guests / GUESTS_PER_BOARD);
    const { env } = installation;
    const boards = await runProgram<PartyBoard[]>(bench, "create-boards", { env, input: count });
    const web = await startWeb(installation, { cores: "all" });
    const memory: number[] = [];
    const sampler = setInterval(() => memory.push(residentBytes(web.pid)), SAMPLE_MS);
    const photo = await largePhoto(size.pixels);
    const times: Times = { pages: [], posts: [], retries: 0, refused: 0, statuses: {}, late: [], walls: 0 };
    const silent = await Promise.all(
      Array.from({ length: size.phones - size.guests }, (_, index) =>
        watch(installation.url, boards[index % boards.length], `Phone ${index}`, times),
      ),
    );
    const spacing = (size.minutes * 60_000) / (size.photos + 1);
    const guest = (index: number) =>
      addPhotos(installation.url, boards[Math.floor(index / GUESTS_PER_BOARD)], {
        name: `Guest ${index}`,
        photo,
        photos: size.photos,
        // Guests come one after another, not all in the same second.
        startAfter: (index / size.guests) * spacing,
        spacing,
        times,
      });
    await Promise.all(Array.from({ length: size.guests }, (_, index) => guest(index)));
    for (const wall of silent) wall.abort();
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

/** A party with fewer guests is shorter, but just as busy. Other phones keep its walls as busy, too. */
function sizeOf({ short, n }: Bench) {
  if (short) return { ...SHORT, guests: n ?? SHORT.guests, phones: n ?? SHORT.guests };
  const guests = n ?? FULL.guests;
  return { ...FULL, guests, minutes: (FULL.minutes * guests) / FULL.guests, phones: Math.max(FULL.guests, guests) };
}

/** A phone that joins and looks at the wall. */
async function watch(url: string, board: PartyBoard | undefined, name: string, times: Times): Promise<AbortController> {
  const client = new FormClient(url, "10.1.2.3");
  const { location = "" } = await client.post(board?.path ?? "", { name });
  return listen(`${url}${location}/live`, client, times);
}

type Guest = { name: string; photo: File; photos: number; startAfter: number; spacing: number; times: Times };

async function addPhotos(url: string, board: PartyBoard | undefined, guest: Guest): Promise<void> {
  const { name, photo, photos, startAfter, spacing, times } = guest;
  if (!board) throw new Error("There is no board for this guest.");
  await pause(startAfter);
  // All phones share the IP address of the place.
  const client = new FormClient(url, "10.1.2.3");
  await timed(times.pages, () => client.get(board.path));
  const { location = "" } = await client.post(board.path, { name });
  const wall = listen(`${url}${location}/live`, client, times);
  for (let number = 0; number < photos; number += 1) {
    await timed(times.pages, () => client.get(location));
    await timed(times.pages, () => client.get(`${location}/add`));
    await addPhoto(client, { path: `${location}/add`, photo, text: `${name}, photo ${number}.` }, times);
    await timed(times.pages, () => client.get(`${location}/wall`));
    await pause(spacing);
  }
  wall.abort();
}

type NewPhoto = { path: string; photo: File; text: string };

async function addPhoto(client: FormClient, { path, photo, text }: NewPhoto, times: Times): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const sent = client.postFiles(path, { text }, [["photo", photo]]).catch(() => ({ status: 0 }));
    const { status } = await timed(times.posts, () => sent);
    if (status === 303) {
      addedAt.set(text, performance.now());
      return;
    }
    if (status !== 503 || attempt === ATTEMPTS) {
      times.refused += 1;
      times.statuses[status] = (times.statuses[status] ?? 0) + 1;
      return;
    }
    times.retries += 1;
    await pause(RETRY_MS);
  }
}

/** Records when a phone gets new photos. */
function listen(url: string, client: FormClient, times: Times): AbortController {
  const controller = new AbortController();
  const cookie = client
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  fetch(url, { headers: { Cookie: cookie, "X-Forwarded-For": "10.1.2.3" }, signal: controller.signal })
    .then(async ({ status, body }) => {
      if (status !== 200) return;
      times.walls += 1;
      const decoder = new TextDecoder();
      for await (const chunk of body ?? []) {
        const receivedAt = performance.now();
        for (const [, text = ""] of decoder.decode(chunk).matchAll(/"text":"([^"]+)"/g)) {
          // It can be on the wall before its author is answered.
          times.late.push(Math.max(0, receivedAt - (addedAt.get(text) ?? receivedAt)));
        }
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

type Party = {
  guests: number;
  phones: number;
  photos: number;
  minutes: number;
  wanted: number;
  stored: number;
  memory: number;
};

function describe({ pages, posts, retries, refused, statuses, late, walls }: Times, party: Party): string {
  const { guests, phones, photos, minutes, wanted, stored, memory } = party;
  const ms = (values: number[]) => `${median(values).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms`;
  return [
    `Row 14, party: ${guests} guests add ${photos} photos each within ${minutes} minutes, from one IP address, server and load on the same cores`,
    `  photos stored: ${stored} of ${wanted}; refused ${refused} ${JSON.stringify(statuses)}; asked to try again ${retries} times`,
    `  pages: ${ms(pages)} (${pages.length}); adding a photo: ${ms(posts)} (${posts.length})`,
    `  ${walls} of ${phones} phones had a wall open; a new photo was there ${late.length} times, after ${ms(late)}; memory of the web process at most ${(memory / 1024 ** 2).toFixed(0)} MB`,
    "  good: none lost, pages below 1,000 ms at p99",
  ].join("\n");
}
