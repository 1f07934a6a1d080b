// Single keys can be switched off, because people who speak to their computer press them by accident
// (WCAG 2.1.4). Kept in this browser.
const name = 'single-key-shortcuts'

export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // Without storage they stay on.
  }
}
