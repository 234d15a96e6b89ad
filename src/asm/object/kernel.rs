//! Where a kernel's descriptor goes, and the symbol that it has (LLVM AMDGPUTargetStreamer, EmitAmdhsaKernelDescriptor).

use object::elf;

use super::descriptor::{Described, ENTRY, SIZE};
use super::symbols::Attribute;
use crate::asm::expr::Symbols;
use crate::asm::output::Output;

/// Ends a block: puts the descriptor into the section, and gives it its symbol.
pub fn end(kernel: Described, symbols: &mut Symbols, output: &mut Output) -> Result<(), String> {
    let name = kernel.name.clone();
    let descriptor = format!("{name}.kd");
    let code = output.attributes.of(&name).clone();
    // Where nothing is said of it, a symbol that is not defined yet is one of other files.
    let undecided = if symbols.is_defined_before(&name) {
        elf::STB_LOCAL
    } else {
        elf::STB_GLOBAL
    };
    let binding = code.binding.unwrap_or(undecided);
    *output.attributes.of(&descriptor) = Attribute {
        name: descriptor.clone(),
        binding: Some(binding),
        visibility: code.visibility,
        kind: elf::STT_OBJECT,
        size: SIZE as u64,
        common: None,
    };
    if code.visibility == elf::STV_DEFAULT {
        output.attributes.of(&name).visibility = elf::STV_PROTECTED;
    }
    let offset = output.section().len();
    symbols.statement += 1;
    symbols.move_to(output.sections.now, offset);
    symbols.define_label(&descriptor)?;
    let mut bytes = [0; SIZE];
    if let (true, Some(places)) = (symbols.complete, &symbols.places) {
        bytes = kernel.finish(places)?;
        let code = symbols.get(&name).filter(|s| s.label);
        let code = code.ok_or_else(|| format!("there is no code '{name}'"))?;
        let entry = symbols.base(code.section).wrapping_add(code.value);
        let entry = entry.wrapping_sub(symbols.here);
        bytes[ENTRY..ENTRY + 8].copy_from_slice(&entry.to_le_bytes());
    }
    output.kernels.push(name);
    output.section_mut().push(&bytes)
}
