import { withoutSecrets } from "./refusal.ts";

/** Where progress is written: standard output, or a recorder in tests. */
export type Screen = Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean; columns?: number };

export interface Progress {
  /** Runs `work`; when it succeeds, writes one line with a tick and how long it took. Steps may overlap. */
  step<T>(running: string, done: string | ((result: T) => string), work: () => Promise<T>): Promise<T>;
  /** Writes text of its own, apart from any step. */
  say(text: string): void;
  /** Shows nothing of running steps any more. */
  end(): void;
}

/** Seconds for people: `0.4 s`, `12 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Shows steps as they finish and, on a terminal, what is going on at the moment. */
export function createProgress(screen: Screen = process.stdout): Progress {
  const running = new Set<string>();
  let ended = false;
  const clear = () => screen.isTTY && screen.write("\r\x1b[2K");
  const showRunning = () => {
    if (!screen.isTTY || running.size === 0 || ended) return;
    const line = [...running].join(", ");
    screen.write(`\x1b[2m  ${line.slice(0, (screen.columns || 80) - 5)} …\x1b[0m`);
  };
  const say = (text: string) => {
    clear();
    screen.write(`${withoutSecrets(text)}\n`);
    showRunning();
  };
  return {
    say,
    end() {
      ended = true;
      clear();
    },
    async step(label, done, work) {
      const start = performance.now();
      running.add(label);
      clear();
      showRunning();
      try {
        const result = await work();
        running.delete(label);
        const text = typeof done === "string" ? done : done(result);
        say(`✓ ${text.padEnd(48)} ${duration(performance.now() - start).padStart(8)}`);
        return result;
      } catch (error) {
        running.delete(label);
        clear();
        showRunning();
        throw error;
      }
    },
  };
}
