// One switch with a sentence for each choice. Until it is known which are on, their space is kept.
import { useId } from 'react'
import { type Choice, useNoticeChoices } from './use-notice-choices.ts'

interface ChoiceSwitchesProps {
  userId: string
  list: Choice[]
}

export function ChoiceSwitches({ userId, list }: ChoiceSwitchesProps) {
  const id = useId()
  const { choices, save } = useNoticeChoices(userId)
  return list.map((choice) => (
    <div key={choice.name} className="notice-choice" data-loading={!choices || undefined}>
      <label className="check">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself
          role="switch"
          checked={choices?.[choice.name] ?? false}
          aria-describedby={`${id}-${choice.name}`}
          onChange={({ target }) => save(choice, target.checked)}
        />
        {choice.label}
      </label>
      <p id={`${id}-${choice.name}`} className="soft">
        {choice.hint}
      </p>
    </div>
  ))
}
