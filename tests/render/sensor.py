"""From the light of a rendered picture to what a cheap camera makes of it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.scene import Sensor

Picture = npt.NDArray[np.uint8]
Light = npt.NDArray[np.float32]
_GAMMA = 2.2


def to_light(picture: Picture) -> Light:
    """sRGB values as linear light, 0 to 1."""
    return np.asarray(_LINEAR[picture])


def from_light(light: Light) -> Picture:
    """Linear light as sRGB values; what is too bright is white."""
    index = np.clip(light * 4095.0, 0, 4095).astype(np.uint16)
    return np.asarray(_ENCODED[index])


_LINEAR: Light = ((np.arange(256) / 255.0) ** _GAMMA).astype(np.float32)
_ENCODED: Picture = np.round(255.0 * (np.arange(4096) / 4095.0) ** (1 / _GAMMA)).astype(np.uint8)


def developed(picture: Picture, sensor: Sensor, seed: int) -> Picture:
    """The picture with the exposure, white balance, blur, noise and compression of a camera."""
    rng = np.random.default_rng(seed)
    light = to_light(picture) * _gain(picture.shape, sensor)
    light = _blurred(light, sensor, rng)
    seen = from_light(light).astype(np.float32)
    seen = (seen - 128.0) * sensor.contrast + 128.0
    seen += _noise(seen, sensor.noise, rng)
    return compressed(np.clip(seen, 0, 255).astype(np.uint8), sensor.quality)


def compressed(picture: Picture, quality: int) -> Picture:
    """There and back through JPEG."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    again = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert again is not None
    return np.asarray(again, np.uint8)


def _gain(shape: tuple[int, ...], sensor: Sensor) -> Light:
    height, width = shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    edge = 1 - sensor.vignette * (x**2 + y**2) / 2
    balance = np.array([1 - 0.25 * sensor.warmth, 1.0, 1 + 0.25 * sensor.warmth])
    gain: Light = (sensor.exposure * edge[..., None] * balance).astype(np.float32)
    return gain


def _blurred(light: Light, sensor: Sensor, rng: np.random.Generator) -> Light:
    scale = light.shape[1] / 1000
    if sensor.blur * scale > 0.2:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur * scale), np.float32)
    length = round(sensor.motion * scale)
    if length > 1:
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        a, b = (tuple(round(v) for v in length + sign * reach) for sign in (-1, 1))
        cv2.line(kernel, a, b, 1.0, 1, cv2.LINE_AA)
        light = np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)
    return light


def _noise(seen: Light, amount: float, rng: np.random.Generator) -> Light:
    """More in the dark parts; partly in grains of two pixels, as after a Bayer filter."""
    height, width = seen.shape[:2]
    fine = rng.standard_normal((height, width, 3), np.float32)
    coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), np.float32)
    grains = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(amount * (0.7 * fine + 0.7 * grains) * (1.25 - seen / 400), np.float32)


class Grain:
    """Noise of a sensor, cut from one large piece: another part for each frame."""

    def __init__(self, height: int, width: int, amount: float, seed: int) -> None:
        rng = np.random.default_rng(seed)
        grains = rng.standard_normal((height + 97, width + 89, 3), np.float32) * amount
        self._grains = np.round(grains).astype(np.int16)
        self._size = height, width

    def on(self, picture: Picture, index: int) -> Picture:
        """The picture of this frame with its noise."""
        y, x = index * 31 % 97, index * 53 % 89
        part = self._grains[y : y + self._size[0], x : x + self._size[1]]
        return np.asarray(cv2.add(picture, part, dtype=cv2.CV_8U), np.uint8)
