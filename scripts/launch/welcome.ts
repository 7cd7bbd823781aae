export function welcome({ address, isDemo, logs }: { address: string; isDemo: boolean; logs?: string }): string {
  const demo = [
    "  Log in with  demo@amberkeep.localhost  and  Amber-demo-1",
    `  Read mail at ${address}/dev/mail`,
    "  A letter falls due about two minutes after the first start.",
  ];
  return [
    "",
    `  Amberkeep is at ${address}`,
    ...(isDemo ? demo : []),
    ...(logs ? [`  Logs are in  ${logs}`] : []),
    "",
    "  Press Ctrl-C to stop.",
    "",
  ].join("\n");
}
