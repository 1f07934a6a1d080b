// The recovery codes to keep: copied, saved as a file, or printed without the rest of the page.
import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { companyName } from '../../api.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { saveFile } from '../../parts/save-file.ts'

export interface RecoverySheetProps {
  codes: string[]
  onKept(): void
}

export function RecoverySheet({ codes, onKept }: RecoverySheetProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="recovery-sheet" aria-labelledby="recovery-heading">
      <h4 id="recovery-heading" ref={heading} tabIndex={-1}>
        Recovery codes for {companyName}
      </h4>
      <p>
        If you lose your phone, use one of these instead of the app. Each works once. Keep them
        somewhere safe: they are not shown again.
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="form-buttons recovery-buttons">
        <Button onClick={() => void copy(codes)}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button onClick={() => download(codes)}>
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button onClick={() => print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
        <Button kind="main" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </section>
  )
}

async function copy(codes: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    showSuccess('Recovery codes copied')
  } catch {
    // The clipboard exists in secure contexts only, and the user may deny access.
    showError('This browser does not let us copy. Please download or print the codes.')
  }
}

function download(codes: string[]): void {
  const text = `Recovery codes for ${companyName}, ${location.host}\r\nEach works once.\r\n\r\n`
  saveFile('recovery-codes.txt', 'text/plain', [text, codes.join('\r\n'), '\r\n'])
}
