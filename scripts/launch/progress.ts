import { redact } from "./launch-error.ts";

type Screen = Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean; columns?: number };

export type Progress = ReturnType<typeof createProgress>;

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function createProgress(screen: Screen = process.stdout) {
  const running = new Set<string>();
  let ended = false;
  const clear = () => screen.isTTY && screen.write("\r\x1b[2K");
  function update() {
    clear();
    if (!screen.isTTY || running.size === 0 || ended) return;
    screen.write(`\x1b[2m  ${[...running].join(", ").slice(0, (screen.columns || 80) - 5)} …\x1b[0m`);
  }
  function say(text: string) {
    clear();
    screen.write(`${redact(text)}\n`);
    update();
  }
  return {
    say,
    end() {
      ended = true;
      clear();
    },
    /** Prints one line with the duration on success. Steps may overlap. */
    async step<T>(label: string, done: string, work: () => Promise<T>): Promise<T> {
      const start = performance.now();
      running.add(label);
      update();
      try {
        const result = await work();
        running.delete(label);
        say(`✓ ${done.padEnd(48)} ${duration(performance.now() - start).padStart(8)}`);
        return result;
      } finally {
        running.delete(label);
        update();
      }
    },
  };
}
