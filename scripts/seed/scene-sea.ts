import { blur, chance, down, glow, gradient, type Scene, times } from "./painting.ts";

/** A sail on a still sea, with the sun's road on the water. */
export const sea: Scene = (colour) => {
  const horizon = 430;
  const sun = { x: 430, y: 362 };
  const random = chance(7);

  const glint = () => {
    const depth = random(0, 1) ** 1.5;
    const y = horizon + 5 + depth * 300;
    const spread = 44 + depth * 150;
    const x = sun.x + (random(-1, 1) + random(-1, 1)) * 0.5 * spread;
    return `<ellipse cx="${x}" cy="${y}" rx="${random(0.4, 1) * (14 + depth * 52)}" ry="${1.1 + depth * 3.4}" fill="${colour(10, 100, 86)}" opacity="${random(0.3, 0.85)}"/>`;
  };
  const ripple = () => {
    const depth = random(0, 1) ** 1.7;
    const fill = random(0, 1) < 0.5 ? colour(-36, 42, 66) : colour(-70, 26, 34);
    return `<ellipse cx="${random(-40, 1240)}" cy="${horizon + 8 + depth * 330}" rx="${random(20, 60) + depth * 120}" ry="${1 + depth * 3}" fill="${fill}" opacity="${random(0.08, 0.26)}"/>`;
  };

  return `<defs>
    ${gradient("sky", down, [0, colour(-66, 22, 46)], [0.2, colour(-44, 36, 61)], [0.38, colour(-14, 72, 74)], [0.54, colour(6, 94, 80)])}
    ${gradient("water", down, [0, colour(-2, 74, 72)], [0.12, colour(-26, 46, 60)], [0.5, colour(-50, 24, 43)], [1, colour(-72, 22, 26)])}
    ${gradient("sand", down, [0, colour(-12, 38, 48)], [0.3, colour(-10, 40, 40)], [1, colour(-18, 38, 24)])}
    ${gradient("sail", 'x2="1" y2=".4"', [0, colour(8, 90, 92)], [1, colour(-8, 60, 74)])}
    ${glow("sun", "", [0, colour(12, 100, 95)], [0.16, colour(8, 100, 85), 0.9], [0.45, colour(0, 98, 72), 0.34], [1, colour(-10, 90, 68), 0])}
    ${glow("road", "", [0, colour(8, 100, 80), 0.75], [1, colour(0, 100, 70), 0])}
    ${blur("soft", 8)}${blur("softer", 20)}${blur("water-soft", 0.8)}
    <clipPath id="above"><rect width="1200" height="${horizon}"/></clipPath>
  </defs>
  <rect width="1200" height="800" fill="url(#sky)"/>
  <g filter="url(#softer)" opacity=".8">
    <ellipse cx="880" cy="120" rx="330" ry="24" fill="${colour(-50, 40, 72)}"/><ellipse cx="1010" cy="168" rx="240" ry="15" fill="${colour(-26, 70, 78)}"/>
    <ellipse cx="160" cy="196" rx="270" ry="17" fill="${colour(-34, 56, 74)}"/>
  </g>
  <g filter="url(#soft)" fill="${colour(0, 96, 84)}"><ellipse cx="640" cy="262" rx="260" ry="7" opacity=".7"/><ellipse cx="300" cy="300" rx="210" ry="6" opacity=".75"/></g>
  <g clip-path="url(#above)">
    <circle cx="${sun.x}" cy="${sun.y}" r="380" fill="url(#sun)"/>
    <circle cx="${sun.x}" cy="${sun.y}" r="52" fill="${colour(14, 100, 95)}"/>
    <path d="M1200 352c-60 4-92 22-140 26s-84 22-126 30-70 12-104 22h370Z" fill="${colour(-22, 34, 52)}"/>
    <path d="M1200 392c-40 2-84 10-120 20s-66 12-92 18h212Z" fill="${colour(-28, 30, 38)}"/>
  </g>
  <rect y="${horizon}" width="1200" height="370" fill="url(#water)"/>
  <ellipse cx="${sun.x}" cy="${horizon + 130}" rx="150" ry="230" fill="url(#road)" clip-path="inset(0)"/>
  <rect y="${horizon - 1}" width="1200" height="2.5" fill="${colour(4, 90, 84)}" opacity=".6"/>
  <g filter="url(#water-soft)">${times(150, ripple)}${times(120, glint)}</g>
  <g transform="translate(742 470)">
    <path d="M-6 4L-2 -148 66 -4Z" fill="url(#sail)"/><path d="M-12 -2L-9 -128 -58 -4Z" fill="${colour(-6, 56, 76)}"/>
    <path d="M-74 4h158c-10 20-26 28-46 28h-70c-20 0-34-10-42-28Z" fill="${colour(-34, 42, 25)}"/>
    <path d="M-74 4h158l-3 6h-152Z" fill="${colour(-6, 62, 62)}"/>
    <path d="M-7 6V-158" stroke="${colour(-34, 42, 22)}" stroke-width="3.5"/>
    <g filter="url(#soft)" opacity=".5"><path d="M-40 38h86l-22 74-40 40-10-50Z" fill="${colour(-4, 66, 78)}"/><ellipse cx="4" cy="40" rx="74" ry="9" fill="${colour(-50, 34, 20)}"/></g>
  </g>
  <path d="M0 716c170-28 330 12 560 6s420-44 640-22v100H0Z" fill="${colour(0, 60, 80)}" opacity=".5" filter="url(#soft)"/>
  <path d="M0 728c170-28 330 12 560 6s420-44 640-22v90H0Z" fill="url(#sand)"/>
  <path d="M0 724c170-28 330 12 560 6s420-44 640-22" fill="none" stroke="${colour(10, 90, 94)}" stroke-width="6" opacity=".75" filter="url(#water-soft)"/>
  <g stroke="${colour(-40, 34, 26)}" stroke-width="3" fill="none" stroke-linecap="round" opacity=".7">
    <path d="M902 226q12-13 22 0 12-13 22 0M968 262q9-9 16 0 9-9 16 0M860 284q7-8 13 0 8-8 13 0"/>
  </g>`;
};
