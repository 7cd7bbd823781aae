import { expect, test } from "vitest";
import { parseVersion } from "../../scripts/launch/mysql-binaries.ts";

test.each([
  [
    "mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)",
    { flavour: "MariaDB", version: "10.11.19" },
  ],
  [
    "/usr/sbin/mysqld  Ver 8.0.36-0ubuntu0.22.04.1 for Linux on x86_64 ((Ubuntu))",
    { flavour: "MySQL", version: "8.0.36" },
  ],
  [
    "/opt/homebrew/opt/mysql/bin/mysqld  Ver 9.5.0 for macos15.4 on arm64 (Homebrew)",
    { flavour: "MySQL", version: "9.5.0" },
  ],
  ["mysqld  Ver 10.3.39-MariaDB-0ubuntu0.20.04.2 for debian-linux-gnu on x86_64 (Ubuntu 20.04)", undefined],
  ["mysqld  Ver 5.7.44 for Linux on x86_64 (MySQL Community Server (GPL))", undefined],
  ["command not found", undefined],
])("parses the version of a server and rejects one that is too old: %s", (output, expected) => {
  expect(parseVersion(output)).toEqual(expected);
});
