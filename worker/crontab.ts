/** In UTC. Every task may run late. */
export const crontab = `
* * * * * sweep ?max=1&jobKey=sweep&jobKeyMode=replace
17 * * * * purge_expired ?max=1&jobKey=purge_expired&jobKeyMode=replace
41 * * * * recompute_delivery_times ?max=1&jobKey=recompute_delivery_times&jobKeyMode=replace
* * * * * check_address_health ?max=1&jobKey=check_address_health&jobKeyMode=replace
*/15 * * * * weekly_digests ?max=1&jobKey=weekly_digests&jobKeyMode=replace
*/10 * * * * take_next_steps ?max=1&jobKey=take_next_steps&jobKeyMode=replace
*/10 * * * * send_requested_reminders ?max=1&jobKey=send_requested_reminders&jobKeyMode=replace
*/10 * * * * send_to_proposed_addresses ?max=1&jobKey=send_to_proposed_addresses&jobKeyMode=replace
53 * * * * advance_legacy_requests ?max=1&jobKey=advance_legacy_requests&jobKeyMode=replace
*/10 * * * * sweep_uploads ?max=1&jobKey=sweep_uploads&jobKeyMode=replace
`;
