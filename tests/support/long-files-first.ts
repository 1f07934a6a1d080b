// The order of the test files: a long one that begins last would keep one worker busy alone.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By what they do, because on a clean clone no file has been timed. */
const longest = ['tests/faults/', 'tests/server/', 'tests/attack/', 'tests/database/', 'tests/']

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const path = moduleId.slice(project.config.root.length + 1)
  const at = longest.findIndex((folder) => path.startsWith(folder))
  return at < 0 ? longest.length : at
}
