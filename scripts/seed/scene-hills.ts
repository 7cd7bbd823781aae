import { blur, chance, down, glow, gradient, type Scene, times } from "./painting.ts";

/** Hills behind hills in the last light, and a house with a lamp lit. */
export const hills: Scene = (colour) => {
  const sun = { x: 790, y: 330 };
  const slope = { y: 585, sway: 46, wave: 350, shift: 1.2, top: colour(-30, 32, 32), foot: colour(-14, 44, 45) };
  const near = { y: 728, sway: 40, wave: 420, shift: 3.4, top: colour(-26, 34, 20), foot: colour(-22, 40, 13) };
  const ranges = [
    { y: 395, sway: 34, wave: 310, shift: 0.4, top: colour(-22, 42, 66), foot: colour(-4, 66, 78) },
    { y: 450, sway: 40, wave: 250, shift: 2.1, top: colour(-28, 34, 55), foot: colour(-6, 58, 70) },
    { y: 515, sway: 38, wave: 290, shift: 4.2, top: colour(-30, 32, 44), foot: colour(-10, 50, 59) },
    slope,
    near,
  ];
  const ridge = ({ y, sway, wave, shift }: typeof slope, x: number) =>
    y + sway * Math.sin(x / wave + shift) + sway * 0.42 * Math.sin(x / (wave * 0.37) + shift * 2.3);
  const range = (each: typeof slope, index: number) => {
    const line = times(61, (step) => `L${step * 20} ${ridge(each, step * 20).toFixed(1)}`);
    return `<path d="M0 800${line}L1200 800Z" fill="url(#range-${index})"/>`;
  };
  const random = chance(11);
  const tree = (x: number, foot: number, height: number, fill: string) =>
    `<path d="M${x} ${foot - height}c${height * 0.17} ${height * 0.3} ${height * 0.2} ${height * 0.9} 0 ${height * 1.05}c${-height * 0.2} ${-height * 0.15} ${-height * 0.17} ${-height * 0.75} 0 ${-height * 1.05}Z" fill="${fill}"/>`;
  const house = { x: 400, y: ridge(slope, 400) - 6 };

  return `<defs>
    ${gradient("sky", down, [0, colour(-58, 24, 52)], [0.24, colour(-34, 46, 69)], [0.42, colour(-6, 82, 80)], [0.56, colour(6, 92, 86)])}
    ${ranges.map(({ top, foot }, index) => gradient(`range-${index}`, down, [0, top], [0.75, foot])).join("")}
    ${glow("sun", "", [0, colour(10, 100, 95)], [0.18, colour(8, 100, 86), 0.85], [0.45, colour(0, 96, 76), 0.35], [1, colour(-6, 90, 72), 0])}
    ${glow("lamp", "", [0, colour(6, 100, 74), 0.9], [1, colour(0, 100, 60), 0])}
    ${blur("soft", 9)}${blur("mist", 26)}
  </defs>
  <rect width="1200" height="800" fill="url(#sky)"/>
  <g filter="url(#soft)" fill="${colour(-20, 70, 86)}">
    <ellipse cx="270" cy="150" rx="250" ry="12" opacity=".5"/><ellipse cx="420" cy="178" rx="190" ry="9" opacity=".55"/>
    <ellipse cx="960" cy="112" rx="220" ry="10" opacity=".4"/><ellipse cx="700" cy="236" rx="280" ry="8" opacity=".6"/>
  </g>
  <circle cx="${sun.x}" cy="${sun.y}" r="430" fill="url(#sun)"/>
  <circle cx="${sun.x}" cy="${sun.y}" r="46" fill="${colour(14, 100, 95)}"/>
  ${ranges
    .slice(0, 4)
    .map((each, index) => {
      const mist = `<ellipse cx="${sun.x - 120 * index}" cy="${each.y + 90}" rx="620" ry="26" fill="${colour(2, 90, 84)}" opacity=".35" filter="url(#mist)"/>`;
      return range(each, index) + (index < 3 ? mist : "");
    })
    .join("")}
  ${times(16, () => {
    const x = random(20, 330);
    return tree(x, ridge(slope, x) + 8, random(26, 58), colour(-32, 34, 25));
  })}
  ${times(20, () => {
    const x = random(470, 1180);
    return tree(x, ridge(slope, x) + 8, random(18, 44), colour(-32, 34, 26));
  })}
  <g transform="translate(${house.x} ${house.y})">
    <circle r="70" cy="-6" fill="url(#lamp)" opacity=".55"/>
    <path d="M-34 12v-30h68v30Z" fill="${colour(-24, 28, 24)}"/>
    <path d="M-42 -16l42 -30 42 30Z" fill="${colour(-30, 34, 17)}"/><path d="M16 -46h9v20h-9Z" fill="${colour(-30, 34, 17)}"/>
    <path d="M-22 -9h13v13h-13ZM6 -9h13v13h-13Z" fill="${colour(8, 100, 76)}"/>
  </g>
  ${range(near, 4)}
  ${times(170, () => {
    const x = random(0, 1200);
    const y = ridge(near, x) + 6;
    const tall = random(8, 22);
    const lean = random(-7, 10);
    return `<path d="M${x} ${y}q${lean * 0.2} ${-tall * 0.6} ${lean} ${-tall}" fill="none" stroke="${colour(-24, 38, 17)}" stroke-width="1.8" stroke-linecap="round"/>`;
  })}`;
};
