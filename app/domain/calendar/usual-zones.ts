/** Zones offered in settings without JavaScript. */
export const COMMON_ZONES =
  `Pacific/Honolulu America/Anchorage America/Los_Angeles America/Denver America/Chicago America/Mexico_City
America/New_York America/Bogota America/Halifax America/Sao_Paulo America/Argentina/Buenos_Aires Atlantic/Azores UTC
Europe/London Europe/Lisbon Africa/Lagos Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome Africa/Johannesburg
Africa/Cairo Europe/Athens Europe/Kyiv Europe/Istanbul Africa/Nairobi Asia/Dubai Asia/Tehran Asia/Karachi Asia/Kolkata
Asia/Dhaka Asia/Bangkok Asia/Jakarta Asia/Shanghai Asia/Singapore Australia/Perth Asia/Tokyo Asia/Seoul
Australia/Adelaide Australia/Sydney Pacific/Auckland Pacific/Tongatapu`.split(/\s/);
