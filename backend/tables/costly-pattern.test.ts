import { describe, expect, test } from 'vitest'
import { refuseCostlyPattern } from './costly-pattern.ts'

describe('what people look for passes', () => {
  test.each([
    'garden',
    '^Mrs? .*Lee$',
    'lovely|tidy|neat',
    '(lovely|tidy)+ garden',
    '[0-9]{3,5} ?[A-Z]',
    '[[:alpha:]]+@[^@]+\\.co\\.uk',
    '\\mlawn\\M',
    '[]*+(){]+',
    '(?:ab)?c{2}',
    'a{b}',
    '💐+',
  ])('%s', (pattern) => expect(() => refuseCostlyPattern(pattern)).not.toThrow())
})

describe('what PostgreSQL would be busy with for long is refused', () => {
  test.each([
    '((\\y)*){10}',
    '(^)*',
    '$+',
    '(a*)*',
    '((a?b?)c)+',
    '(a{2}){2}',
    'a{101}',
    '(abcdefghijk){10}',
    '(a)\\1',
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(?i)a',
    '(?#x)a',
    '[[:<:]]a',
    '***:(a*)*',
    '[\\](]a*](b*)*',
    '\\c[(a*)*]',
    'a'.repeat(201),
  ])('%s', (pattern) => {
    expect(() => refuseCostlyPattern(pattern)).toThrow('The request is too complex')
  })
})
