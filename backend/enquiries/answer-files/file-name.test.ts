import { expect, test } from 'vitest'
import { maxFileName } from '#schemas/answer-files.ts'
import { cleanFileName } from './file-name.ts'

const pdf = 'application/pdf'

test.each([
  ['Quote.pdf', 'Quote.pdf'],
  ['Quote.PDF', 'Quote.PDF'],
  ['../../x', 'x.pdf'],
  ['..\\..\\boot.ini', 'boot.ini.pdf'],
  ['/etc/passwd', 'passwd.pdf'],
  ['a\r\nBcc: eve@example.com\r\n.pdf', 'a Bcc- eve@example.com .pdf'],
  ['\0\u0007x.pdf', 'x.pdf'],
  ['Angebot für Müller – 1.pdf', 'Angebot für Müller – 1.pdf'],
  ['見積書.pdf', '見積書.pdf'],
  // Shown as "annexe.pdf" by what follows the mark.
  ['ann\u202efdp.exe', 'annfdp.exe.pdf'],
  ['"; filename="evil.html', '-; filename=-evil.html.pdf'],
  ['page.html', 'page.html.pdf'],
  ['', 'file.pdf'],
  ['...', 'file.pdf'],
  ['\ud800.pdf', '\ufffd.pdf'],
])('%j becomes %j', (sent, name) => {
  expect(cleanFileName(sent, pdf)).toBe(name)
})

test('a picture has the ending of what it became', () => {
  expect(cleanFileName('plan.png', 'image/jpeg')).toBe('plan.jpg')
  expect(cleanFileName('plan.png', 'image/webp')).toBe('plan.webp')
  expect(cleanFileName('plan.jpeg', 'image/jpeg')).toBe('plan.jpeg')
})

test('a long name is cut before its ending, between characters', () => {
  const name = cleanFileName(`${'🌳'.repeat(300)}.pdf`, pdf)
  expect([...name]).toHaveLength(maxFileName)
  expect(name.endsWith('🌳.pdf')).toBe(true)
})
