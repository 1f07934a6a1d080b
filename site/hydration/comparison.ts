// Draws the picture from after as far as the slider over it says. Imported when a slider is first
// touched, and works from then on.
for (const slider of document.querySelectorAll<HTMLInputElement>('.comparison-slider')) {
  const draw = () =>
    slider.parentElement?.style.setProperty('--at', String(slider.valueAsNumber / 100))
  slider.addEventListener('input', draw)
  draw()
}

export {}
