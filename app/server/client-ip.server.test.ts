import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { clientIp } from "./client-ip.server";

const from = (forwarded?: string) =>
  ({ socket: { remoteAddress: "10.0.0.1" }, headers: { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

it.each([
  ["no proxy: the header is ignored", 0, "6.6.6.6", "10.0.0.1"],
  ["one proxy: the IP that it saw", 1, "6.6.6.6, 203.0.113.7", "203.0.113.7"],
  ["two proxies: the IP that the outer one saw", 2, "6.6.6.6, 203.0.113.7, 10.0.0.9", "203.0.113.7"],
  ["fewer entries than proxies: the connection itself", 2, "203.0.113.7", "10.0.0.1"],
  ["an empty entry: the connection itself", 1, " ", "10.0.0.1"],
  ["no header: the connection itself", 1, undefined, "10.0.0.1"],
  ["a proxy that adds the port: the IP alone", 1, "6.6.6.6, 203.0.113.7:50123", "203.0.113.7"],
  ["a port after an IPv6 address", 1, "[2001:db8:1:2:3:4:5:6]:50123", "2001:db8:1:2::/64"],
  ["an IPv6 address in brackets", 1, "[2001:db8:1:2::6]", "2001:db8:1:2::/64"],
  ["an IPv4 address in the form of IPv6: all of it", 1, "::ffff:203.0.113.7", "::ffff:203.0.113.7"],
  ["an IPv6 address without a port", 1, "2001:db8:1:2::6", "2001:db8:1:2::/64"],
])("with %s", (_, proxies, forwarded, ip) => {
  expect(clientIp(from(forwarded), proxies)).toBe(ip);
});
