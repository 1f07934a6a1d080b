// "?" lists the keys, and switches them off.
import { Keyboard } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { areShortcutsOn, switchShortcuts } from '../../parts/shortcut-setting.ts'
import { useShortcut } from '../../parts/use-shortcut.ts'

const keys = [
  ['j, k', 'Next and previous enquiry'],
  ['o', 'Open the enquiry'],
  ['r', 'Answer the open enquiry'],
  ['n', 'Enter a new enquiry'],
  ['/', 'Search'],
  ['Alt+←, Alt+→', 'On the board: move the card to the next status'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
] as const

export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [isOn, setIsOn] = useState(areShortcutsOn)
  const open = () => dialog.current?.showModal()
  useShortcut('?', open)
  return (
    <>
      <Button kind="quiet" className="keys-opener" onClick={open}>
        <Keyboard aria-hidden="true" />
        <span className="button-text">Keys</span>
      </Button>
      <dialog ref={dialog} className="modal" aria-labelledby={id}>
        <h2 id={id}>Keys</h2>
        <dl className="keys">
          {keys.map(([key, name]) => (
            <div key={key}>
              <dt>
                {key.split(', ').map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
        <label className="keys-switch">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => {
              setIsOn(target.checked)
              switchShortcuts(target.checked)
            }}
          />
          Use single keys in this browser
        </label>
        <div className="modal-buttons">
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
      </dialog>
    </>
  )
}
