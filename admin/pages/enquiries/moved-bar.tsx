// What was moved together last, and the way back.
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { type Move, useMoves } from './use-moves.ts'

export function MovedBar({ back, onUndone }: { back: Move[]; onUndone(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  const undo = useMoves(onUndone)
  // The bar with the button that was pressed is gone: this one stands in its place.
  useEffect(() => button.current?.focus(), [])
  return (
    <p className="undo" role="status">
      {back.length === 1 ? '1 enquiry was moved.' : `${back.length} enquiries were moved.`}
      <Button ref={button} isBusy={undo.isPending} onClick={() => undo.mutate(back)}>
        Undo
      </Button>
    </p>
  )
}
