/**
 * Arguments of every Chromium of the tests. Without font hinting the width of a text does not depend on the settings and
 * fonts of the machine.
 */
export const browserArgs = ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=none']
