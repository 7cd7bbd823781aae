import { blur, chance, down, glow, gradient, type Scene, times } from "./painting.ts";

/** A table by the window in the afternoon: honey, apricots, something warm to drink, and a letter begun. */
export const kitchen: Scene = (colour) => {
  const table = 520;
  const random = chance(23);
  const shadow = (cx: number, cy: number, rx: number, ry: number) =>
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour(-16, 60, 14)}" opacity=".5" filter="url(#shade)"/>`;
  const apricot = (x: number, y: number, r: number) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#apricot)"/>
     <path d="M${x + r * 0.1} ${y - r * 0.92}q${r * 0.5} ${r * 0.8} ${r * 0.16} ${r * 1.6}" fill="none" stroke="${colour(-16, 84, 42)}" stroke-width="2.5" opacity=".45"/>
     <ellipse cx="${x - r * 0.36}" cy="${y - r * 0.42}" rx="${r * 0.26}" ry="${r * 0.18}" fill="#fff" opacity=".4" filter="url(#gleam)"/>`;

  return `<defs>
    ${gradient("wall", 'x2="1" y2=".5"', [0, colour(4, 66, 89)], [0.5, colour(0, 52, 79)], [1, colour(-10, 36, 60)])}
    ${gradient("table", down, [0, colour(-8, 48, 52)], [0.3, colour(-10, 50, 43)], [1, colour(-16, 52, 25)])}
    ${gradient("honey", 'x2="1" y2=".2"', [0, colour(-8, 92, 40)], [0.3, colour(2, 98, 54)], [0.6, colour(6, 98, 60)], [1, colour(-12, 92, 34)])}
    ${gradient("clay", 'x2="1"', [0, colour(6, 50, 92)], [0.5, colour(2, 36, 82)], [1, colour(-10, 26, 56)])}
    ${gradient("bowl", 'x2="1" y2=".3"', [0, colour(-14, 36, 62)], [0.45, colour(-18, 40, 45)], [1, colour(-24, 44, 25)])}
    ${gradient("lid", 'x2="1"', [0, colour(4, 46, 84)], [0.5, colour(0, 40, 74)], [1, colour(-10, 34, 48)])}
    ${glow("apricot", 'cx=".36" cy=".34" r=".72"', [0, colour(8, 98, 76)], [0.45, colour(-4, 92, 62)], [0.8, colour(-14, 82, 50)], [1, colour(-22, 70, 36)])}
    ${glow("cast", "", [0, colour(4, 100, 64), 0.75], [1, colour(0, 100, 55), 0])}
    ${glow("corner", 'cx=".3" cy=".34" r=".95"', [0.35, colour(-20, 60, 10), 0], [1, colour(-24, 60, 8), 0.5])}
    ${blur("shade", 13)}${blur("light", 10)}${blur("leaves", 7)}${blur("gleam", 3)}${blur("steam", 9)}${blur("grain", 0.7)}
  </defs>
  <rect width="1200" height="800" fill="url(#wall)"/>
  <g filter="url(#light)" fill="${colour(12, 100, 95)}" opacity=".8" transform="translate(150 10) skewX(-14)">
    <path d="M70 20h170v200H70ZM262 20h170v200H262ZM70 242h170v200H70ZM262 242h170v200H262Z"/>
  </g>
  <g filter="url(#leaves)" opacity=".3" transform="translate(470 -20) rotate(24)">
    <path d="M0 0q-30 120-10 290" fill="none" stroke="${colour(-8, 40, 40)}" stroke-width="6"/>
    ${times(9, (leaf) => {
      const side = leaf % 2 ? 1 : -1;
      const bend = -12 - 14 * Math.sin((leaf / 9) * Math.PI);
      return `<ellipse cx="${bend + side * 34}" cy="${30 + leaf * 31}" rx="38" ry="13" fill="${colour(-8, 40, 40)}" transform="rotate(${side * 38} ${bend} ${30 + leaf * 31})"/>`;
    })}
  </g>
  <rect y="${table}" width="1200" height="${800 - table}" fill="url(#table)"/>
  <g filter="url(#grain)">${times(46, () => {
    const y = random(table + 6, 796);
    const x = random(-100, 900);
    const long = random(200, 620);
    return `<path d="M${x} ${y}q${long / 2} ${random(-5, 5)} ${long} 0" fill="none" stroke="${colour(-16, 52, random(0, 1) < 0.6 ? 24 : 58)}" stroke-width="${random(1, 3)}" opacity="${random(0.1, 0.3)}"/>`;
  })}</g>
  <rect y="${table - 2}" width="1200" height="5" fill="${colour(4, 70, 74)}" opacity=".55"/>
  <path d="M40 800L190 ${table + 6}h430L700 800Z" fill="${colour(8, 100, 80)}" opacity=".26" filter="url(#light)"/>

  ${shadow(930, 622, 190, 24)}
  ${apricot(792, 470, 50)}${apricot(966, 466, 53)}${apricot(878, 438, 56)}${apricot(846, 486, 46)}${apricot(922, 490, 48)}
  <path d="M892 386q6-26 30-36M906 366q28-18 52-2q-24 20-52 2Z" fill="${colour(46, 36, 38)}" stroke="${colour(40, 36, 28)}" stroke-width="3"/>
  <path d="M706 478h352c-2 84-58 142-128 150h-96c-70-8-126-66-128-150Z" fill="url(#bowl)"/>
  <path d="M706 478h352l-2 15H708Z" fill="${colour(-14, 48, 70)}" opacity=".75"/>
  <path d="M740 512c8 44 32 78 66 94" fill="none" stroke="${colour(0, 70, 84)}" stroke-width="9" stroke-linecap="round" opacity=".4" filter="url(#gleam)"/>

  ${shadow(470, 618, 150, 20)}
  <ellipse cx="620" cy="628" rx="150" ry="32" fill="url(#cast)" filter="url(#gleam)"/>
  <path d="M352 372c0-24 16-34 34-34h136c18 0 34 10 34 34v208c0 28-16 40-40 40H392c-24 0-40-12-40-40Z" fill="url(#honey)"/>
  <path d="M352 388v-16c0-24 16-34 34-34h136c18 0 34 10 34 34v16c-60 14-140 14-204 0Z" fill="${colour(10, 80, 88)}" opacity=".6"/>
  <path d="M374 390v190q2 20 16 24" fill="none" stroke="#fff" stroke-width="11" stroke-linecap="round" opacity=".5" filter="url(#gleam)"/>
  <path d="M534 396v180" stroke="${colour(10, 100, 80)}" stroke-width="8" stroke-linecap="round" opacity=".5" filter="url(#gleam)"/>
  <path d="M362 296q0-10 10-10h164q10 0 10 10v42q0 8-8 8H370q-8 0-8-8Z" fill="url(#lid)"/>
  <path d="M364 322h180M364 334h180" stroke="${colour(-12, 40, 42)}" stroke-width="2.5" opacity=".4"/>
  <path d="M400 446h108v92H400Z" fill="${colour(6, 60, 94)}" opacity=".94"/>
  <path d="M454 464c10 14 22 26 22 41a22 22 0 0 1-44 0c0-15 12-27 22-41Z" fill="${colour(-4, 88, 52)}"/>

  ${shadow(206, 654, 120, 18)}
  <path d="M120 528h168l-12 94c-4 24-18 34-38 34h-68c-20 0-34-10-38-34Z" fill="url(#clay)"/>
  <path d="M280 552c54-10 62 68-10 70" fill="none" stroke="${colour(0, 32, 74)}" stroke-width="15"/>
  <ellipse cx="204" cy="528" rx="84" ry="17" fill="${colour(4, 48, 90)}"/><ellipse cx="204" cy="530" rx="73" ry="12" fill="${colour(-14, 66, 34)}"/>
  <ellipse cx="184" cy="528" rx="34" ry="4.5" fill="${colour(4, 90, 70)}" opacity=".6"/>
  <path d="M186 506c-34-54 40-84 6-150M226 506c-26-44 34-72 8-122" fill="none" stroke="#fff" stroke-width="13" stroke-linecap="round" opacity=".5" filter="url(#steam)"/>

  <g transform="translate(640 708) rotate(-5)">
    <path d="M-162 -34h330l34 92h-412Z" fill="${colour(-16, 60, 12)}" opacity=".4" filter="url(#shade)" transform="translate(10 10)"/>
    <path d="M-160 -44h316l40 90h-404Z" fill="${colour(8, 62, 94)}"/>
    <path d="M-160 -44L6 20 156 -44" fill="${colour(8, 56, 90)}" stroke="${colour(0, 36, 70)}" stroke-width="2.5"/>
    <ellipse cx="6" cy="18" rx="25" ry="13" fill="${colour(-18, 74, 38)}"/><ellipse cx="4" cy="15" rx="16" ry="7.5" fill="${colour(-14, 70, 48)}"/>
  </g>
  <rect width="1200" height="800" fill="url(#corner)"/>`;
};
