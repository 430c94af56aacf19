// Light or dark: the system's choice until the reader makes another one, which is remembered where the browser allows.

const key = 'polarize.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function remembered() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is refused in some frames
  }
}

function remember(theme) {
  try {
    if (theme === null) localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** Lets `button` switch the theme. `tell(dark)` is called with the theme now and at each change. */
export function startTheme(button, tell) {
  let chosen = remembered();

  const isDark = () => (chosen ? chosen === 'dark' : system.matches);
  const apply = () => {
    const dark = isDark();
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    button.setAttribute('aria-pressed', String(dark));
    tell(dark);
  };

  button.addEventListener('click', () => {
    const dark = !isDark();
    chosen = dark === system.matches ? null : dark ? 'dark' : 'light';
    remember(chosen);
    apply();
  });
  system.addEventListener('change', apply);
  apply();
}
