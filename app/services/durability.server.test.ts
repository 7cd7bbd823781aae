import { expect, it } from "vitest";
import { findWeakSettings, weakSettingsIn } from "./durability.server";

const SAFE = { innodb_flush_log_at_trx_commit: "1", innodb_doublewrite: "ON", log_bin: "ON", sync_binlog: "1" };

it("reads the settings of the database", async () => {
  expect(await findWeakSettings()).toEqual(expect.any(Array));
});

it("accepts settings that keep what was confirmed", () => {
  expect(weakSettingsIn(SAFE)).toEqual([]);
  expect(weakSettingsIn({ ...SAFE, log_bin: "OFF", sync_binlog: "0" })).toEqual([]);
  expect(weakSettingsIn({ ...SAFE, innodb_flush_log_at_trx_commit: "2", sync_binlog: "0", wsrep_on: "ON" })).toEqual(
    [],
  );
  expect(weakSettingsIn({ ...SAFE, innodb_doublewrite: "DETECT_AND_RECOVER" })).toEqual([]);
});

it("names those that may lose it", () => {
  expect(weakSettingsIn({ ...SAFE, innodb_flush_log_at_trx_commit: "2" })).toEqual([
    "innodb_flush_log_at_trx_commit is 2, not 1",
  ]);
  expect(weakSettingsIn({ ...SAFE, sync_binlog: "1000" })).toEqual(["sync_binlog is 1000, not 1"]);
  expect(weakSettingsIn({ ...SAFE, innodb_doublewrite: "OFF" })).toEqual(["innodb_doublewrite is OFF"]);
});
