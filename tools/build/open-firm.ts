// The firm that the build is for: its pictures are made, and the titles of its pages drawn, beforehand.
import { join, resolve } from 'node:path'
import { type Content, createContent } from '#content/content.ts'
import { readFirm } from '#content/files/read-firm.ts'

export interface OpenFirm {
  folder: string
  content: Content
}

export function openFirm(root: string): OpenFirm {
  const folder = process.env.FIRM_DIR ? resolve(process.env.FIRM_DIR) : join(root, 'firm')
  return { folder, content: createContent(readFirm(folder)) }
}
