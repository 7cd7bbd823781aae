const MAINTENANCE = [
  ["17 * * * *", "purge_expired"],
  ["27 * * * *", "erase_accounts"],
  ["37 * * * *", "apply_retention"],
  ["41 * * * *", "recompute_delivery_times"],
  ["* * * * *", "check_address_health"],
  ["*/15 * * * *", "weekly_digests"],
  ["*/10 * * * *", "take_next_steps"],
  ["*/10 * * * *", "send_requested_reminders"],
  ["*/10 * * * *", "send_to_proposed_addresses"],
  ["*/10 * * * *", "add_tallies"],
  ["53 * * * *", "advance_legacy_requests"],
  ["*/10 * * * *", "sweep_uploads"],
  ["29 * * * *", "reconcile_orders"],
] as const;

export const isMaintenance = (task: string) => MAINTENANCE.some(([, name]) => name === task);

/**
 * In UTC. Every task may run late. All maintenance shares a queue, so that it takes one slot of one worker, and a task
 * that outlasts its interval never runs twice at a time.
 */
export const crontab = [
  "* * * * * deliver_due ?max=1&jobKey=deliver_due&jobKeyMode=replace",
  "* * * * * send_due ?max=1&jobKey=send_due&jobKeyMode=replace",
  "* * * * * handle_provider_events ?max=1&jobKey=handle_provider_events&jobKeyMode=replace",
  // Large exports take long: they have a queue of their own.
  "* * * * * prepare_exports ?max=1&jobKey=prepare_exports&jobKeyMode=replace&queue=exports",
  ...MAINTENANCE.map(([times, task]) => `${times} ${task} ?max=1&jobKey=${task}&jobKeyMode=replace&queue=maintenance`),
].join("\n");
