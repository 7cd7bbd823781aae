import type { Random } from "../harness/random.ts";

const INVALID = [
  "",
  "\u0000",
  "a".repeat(5_000),
  "%00",
  "%zz",
  "%F0%28%8C%28",
  "\ud800",
  "‮",
  "💌",
  "<script>alert(1)</script>",
  "' OR 1=1 --",
  "../../etc/passwd",
  "1e999",
  "-1",
  "NaN",
  "[object Object]",
  "{{7*7}}",
  "\r\nSet-Cookie: a=b",
  "9999-99-99",
  "2031-02-30",
  "Mars/Olympus",
];

export const randomBytes = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => Math.floor(random.next() * 256)));
export const invalidValue = (random: Random) => random.pick(INVALID);
