/** An error of the driver with its code, as "element click intercepted". */
export class WebDriverError extends Error {
  code: string;

  constructor({ error, message }: { error: string; message: string }) {
    super(`${error}: ${message}`);
    this.code = error;
  }
}

export type Method = "GET" | "POST" | "DELETE";

/** Sends a WebDriver command and returns its value. */
export async function sendCommand(method: Method, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
    signal: AbortSignal.timeout(120_000),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new WebDriverError(value as { error: string; message: string });
  return value;
}

export const elementKey = "element-6066-11e4-a52e-4f735466cecf";
