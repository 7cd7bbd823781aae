/** graphile-worker's crontab, in UTC. Every task in it does its work whenever it is called, however late. */
export const crontab = `
* * * * * sweep ?max=1&jobKey=sweep&jobKeyMode=replace
17 * * * * tidy ?max=1&jobKey=tidy&jobKeyMode=replace
41 * * * * follow_zone_rules ?max=1&jobKey=follow_zone_rules&jobKeyMode=replace
* * * * * care_for_waiting ?max=1&jobKey=care_for_waiting&jobKeyMode=replace
*/15 * * * * weekly_digests ?max=1&jobKey=weekly_digests&jobKeyMode=replace
*/10 * * * * take_next_steps ?max=1&jobKey=take_next_steps&jobKeyMode=replace
*/10 * * * * remind_as_asked ?max=1&jobKey=remind_as_asked&jobKeyMode=replace
53 * * * * take_wait_steps ?max=1&jobKey=take_wait_steps&jobKeyMode=replace
*/10 * * * * sweep_uploads ?max=1&jobKey=sweep_uploads&jobKeyMode=replace
`;
