/** Work that is asked for again under its name while it runs is done once, within this process. */
export function shareRunning<Result>() {
  const running = new Map<string, Promise<Result>>();
  return (name: string, work: () => Promise<Result>): Promise<Result> => {
    const shared = running.get(name) ?? work().finally(() => running.delete(name));
    running.set(name, shared);
    return shared;
  };
}
