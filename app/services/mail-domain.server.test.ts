import { afterAll, expect, it, vi } from "vitest";

const server = await vi.hoisted(async () => {
  const { startNameServer } = await import("../../tests/mocks/name-server");
  const started = await startNameServer({
    "post.amberkeep-zone.net": { mx: ["mx1.amberkeep-zone.net", "mx2.amberkeep-zone.net"] },
    "plain.amberkeep-zone.net": { a: "192.0.2.7" },
    "none.amberkeep-zone.net": { mx: ["."], a: "192.0.2.7" },
    "empty.amberkeep-zone.net": {},
    "broken.amberkeep-zone.net": { isBroken: true },
    "silent.amberkeep-zone.net": { isSilent: true },
    "xn--bcher-kva.amberkeep-zone.net": { mx: ["mx1.amberkeep-zone.net"] },
  });
  process.env.DNS_SERVERS = started.address;
  return started;
});
const { checkMailDomain } = await import("./mail-domain.server");

afterAll(() => server.stop());

it.each([
  ["has mail servers", "mia@post.amberkeep-zone.net", "takes_mail"],
  ["has only an address, to which mail goes then", "mia@plain.amberkeep-zone.net", "takes_mail"],
  ["says that it takes no mail (RFC 7505)", "mia@none.amberkeep-zone.net", "takes_none"],
  ["has nothing that mail could go to", "mia@empty.amberkeep-zone.net", "takes_none"],
  ["does not exist", "mia@amberkepp-zone.net", "takes_none"],
  ["has a name server with a fault", "mia@broken.amberkeep-zone.net", "unknown"],
  ["has a name server that does not answer", "mia@silent.amberkeep-zone.net", "unknown"],
  ["is written in letters of its own", "mia@bücher.amberkeep-zone.net", "takes_mail"],
  ["is set aside for examples", "mia@example.org", "unknown"],
  ["is no domain", "mia@localhost", "unknown"],
])("a domain that %s", { timeout: 20_000 }, async (_, email, status) => {
  expect(await checkMailDomain(email)).toBe(status);
});
