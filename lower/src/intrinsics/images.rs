//! Emission of the family *images*: functions about images, teams and coarrays, where there is one image.

use super::*;
use ferrotran_typed::intrinsics::family::Images;

impl<'p> Expressions<'p> {
    /// The functions with a scalar result.
    pub(super) fn scalar_images(&mut self, id: Images, call: Arguments<'p>, t: Type) -> Lowered<Value> {
        match id {
            Images::NumImages | Images::ThisImage => Ok(self.b().int(1, t)),
            Images::ImageStatus => {
                let Some(x) = call.get(0) else { return unsupported(call.span, "IMAGE_STATUS here") };
                let image = self.scalar(x)?;
                let image = self.to_index(image);
                let one = self.idx(1);
                let own = self.b().cmp(Pred::Eq, image, one);
                // STAT_STOPPED_IMAGE: there is no other image.
                let (here, gone) = (self.b().int(0, t), self.b().int(6000, t));
                Ok(self.select(own, here, gone))
            }
            Images::FormTeam | Images::ChangeTeam | Images::TeamOfLevel | Images::NumberOfTeam | Images::TeamActive => {
                let (name, narrow, result) = match id {
                    Images::FormTeam => (rt::frt_team_form, false, Type::I64),
                    Images::ChangeTeam => (rt::frt_team_change, false, Type::I32),
                    Images::TeamOfLevel => (rt::frt_team_get, true, Type::I64),
                    Images::NumberOfTeam => (rt::frt_team_number, false, Type::I64),
                    _ => (rt::frt_team_active, false, Type::I32),
                };
                let mut vals = vec![];
                for (i, x) in call.args.iter().flatten().enumerate() {
                    let v = self.scalar(x)?;
                    vals.push(self.cast(v, if narrow || i == 1 { Type::I32 } else { Type::I64 }));
                }
                let v = self.rt_value(name, &vals, result);
                Ok(self.cast(v, t))
            }
            Images::Lcobound | Images::Ucobound | Images::TeamAllocated => {
                let base = self.coarray_base(call.need(0)?)?;
                if id == Images::TeamAllocated {
                    let v = self.rt_value(rt::frt_team_allocated, &[base], Type::I32);
                    return Ok(self.cast(v, t));
                }
                let Some(d) = call.get(1) else { return unsupported(call.span, "this inquiry about a coarray") };
                let d = self.scalar(d)?;
                let d = self.cast(d, Type::I32);
                let upper = self.b().int(i64::from(id == Images::Ucobound), Type::I32);
                let v = self.rt_value(rt::frt_cobound, &[base, d, upper], Type::I64);
                Ok(self.cast(v, t))
            }
            Images::ImageOf
            | Images::ImageNumber
            | Images::ImageSync
            | Images::ImageSyncSet
            | Images::ImageWord
            | Images::FormTeamOfImages
            | Images::ChangeTeamOfImages
            | Images::ImageFailed
            | Images::StatusOfImage => {
                let v = self.scalar_of_images(call.id, call.args, call.span)?;
                Ok(self.cast(v, t))
            }
            Images::ImageIndex
            | Images::Coindexed
            | Images::Gathered
            | Images::ImagesOfStatus
            | Images::Coshape
            | Images::FailedImages
            | Images::StoppedImages
            | Images::TeamNumber
            | Images::GetTeam => call.not_supported(),
        }
    }

    /// FAILED_IMAGES and STOPPED_IMAGES: the one image runs.
    pub(super) fn no_images(&mut self, t: Type) -> Prep<'p> {
        let at = self.m.types.array(vec![Some(0)], t);
        let value = self.b().op(OpKind::ArrayFrom).args(&[]).result(at).value();
        Prep::Array { value, extents: vec![self.idx(0)] }
    }

    /// Where an allocatable coarray lies: what is known of it goes by its address.
    pub fn coarray_base(&mut self, x: &'p Expr) -> Lowered<Value> {
        match self.box_of(x)? {
            Some(b) => Ok(self.b().unary(OpKind::BoxAddr, b, Type::PTR)),
            None => unsupported(x.span, "this allocatable coarray"),
        }
    }
}
